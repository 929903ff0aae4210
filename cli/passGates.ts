import { emailSentences, problemOfEmail } from '../contract/emailAddress.ts'
import { verificationCodePattern } from '../contract/limits.ts'
import { cleanSixDigitCode, splitEmails } from '../contract/typedText.ts'
import { fault, FaultError } from '../core/faults/fault.ts'
import { mayHaveSucceeded } from '../core/faults/retries.ts'
import {
  initialLink,
  type LinkAnswer,
  type LinkCall,
  type LinkInput,
  type LinkState,
  step,
} from '../core/link/step.ts'
import { faultText } from '../i18n/errorText.ts'
import type { Context } from './context.ts'
import { CommandError, exitCodeOf, refusedError, usageError } from './exitCodes.ts'
import type { RetryFunction } from './retryUntilAnswered.ts'
import { textOption } from './optionValues.ts'
import { readPassword } from './secrets.ts'
import { maxTerminalAttempts } from './terminal.ts'

/** A link that is opened at the terminal. */
export interface GatedLink extends Pick<LinkState, 'kind'> {
  readonly context: Context
  readonly retry: RetryFunction
  readonly calls: {
    status: () => Promise<LinkAnswer>
    password: (password: string) => Promise<LinkAnswer>
    /** Sends the password that was right again. */
    passwordAgain?: () => Promise<LinkAnswer>
    address: (email: string) => Promise<unknown>
    /** Made once: see `verifyCode`. */
    code: (email: string, verification_code: string) => Promise<unknown>
    /** True if the link asks for no address any more. */
    isEmailPassed: () => Promise<boolean>
    keys?: () => Promise<void>
  }
  readonly texts: {
    noTerminal: string
    wrongPassword: string
    lastWrongPassword: string
    /** Says that a code is on its way, if the address is one that may pass. */
    codeSent: (email: string) => string
  }
  /** Converts an error of a call, or of the keys. */
  errorOf: (error: unknown, call: LinkCall) => unknown
  /** Called after a code was right. */
  onEmailPassed?: () => Promise<void>
}

/** The attempts at one gate. */
interface Attempt {
  /** The last input. */
  entered: string
  /** Number of inputs that may still be wrong. */
  left: number
  /** How often the password may still be taken from its file. */
  fromFile: number
  /** True if the answer to a code was lost. */
  isLost: boolean
}

/**
 * Opens a link: with its password, from a file or the terminal, and with an address, from --email or the terminal, and
 * the code mailed there.
 * @throws CommandError 'refused', 'network', and 'usage' without a terminal
 */
export async function passGates(link: GatedLink): Promise<void> {
  const attempt = { entered: '', left: 0, fromFile: maxReadings, isLost: false }
  let { state, call } = step(initialLink(link.kind), { type: 'begin' })
  while (call !== null || state.at !== 'open') {
    const input = call === null ? await ask(link, state, attempt) : await carryOut(link, state, call, attempt)
    ;({ state, call } = step(state, input))
  }
}

/** Asks for what the link asks for. @throws CommandError if it was wrong too often, or nobody can be asked */
async function ask(link: GatedLink, { at, gate, failure }: LinkState, attempt: Attempt): Promise<LinkInput> {
  const { context, texts } = link
  const { terminal, report } = context
  if (failure) throw link.errorOf(new FaultError(failure), 'keys')
  const isInFile = at === 'password' && textOption(context, 'password-file') !== undefined
  if (gate.refused) {
    const error = new FaultError(gate.refused.fault)
    if (!isWrongInput(error)) throw link.errorOf(error, gate.refused.attempt)
    const isPassword = at === 'password'
    if (--attempt.left === 0) throw refusedError(isPassword ? texts.lastWrongPassword : lastWrongCodeText)
    if (attempt.isLost) {
      report.emit({ event: 'note', message: lostCodeText })
      return { type: 'resend' }
    }
    report.emit({ event: 'warning', message: isPassword ? texts.wrongPassword : wrongCodeText })
  } else if (!gate.notice) attempt.left = isInFile ? 1 : maxTerminalAttempts
  if (isInFile && attempt.fromFile-- === 0) throw refusedError(passwordLostText)
  if (at === 'password') {
    if (!isInFile && !terminal.canAsk) throw usageError(texts.noTerminal)
    attempt.entered = await readPassword(context, 'Password of the link:')
  } else if (at === 'address') {
    requireTerminal(context, 'The link asks for a code that comes by mail.')
    attempt.entered = emailOption(context) ?? requireEmail(await terminal.ask('Your e-mail address:'))
  } else attempt.entered = cleanSixDigitCode(await terminal.ask('Code from the mail:'))
  return { type: 'entered' }
}

/** An owner may change what a link asks for meanwhile; a server that forgets what it accepted would be asked for ever. */
const maxReadings = 3
const passwordLostText =
  'The server accepted the password, and asks for it again each time: something in between may keep its cookies.'

const wrongCodeText = 'That is not the code, or it has expired.'
const lastWrongCodeText = `${wrongCodeText} Run the command again for a new one.`
const lostCodeText = 'The answer to this code was lost, and the code is used up, or was not the right one.'

const wrongInputCodes: ReadonlySet<string> = new Set(['badPassword', 'badCode'])

/** True if a call was refused for what a person entered. */
export const isWrongInput = (error: unknown): error is FaultError =>
  error instanceof FaultError && wrongInputCodes.has(error.fault.code)

/** Makes a call. @throws CommandError for what ends the command */
async function carryOut(
  link: GatedLink,
  state: LinkState,
  call: LinkCall,
  attempt: Attempt,
): Promise<LinkInput> {
  const { calls, context, texts } = link
  const { entered } = attempt
  const requestCode = async (email: string) => {
    await calls.address(email)
    context.report.emit({ event: 'note', message: texts.codeSent(email) })
    return { email }
  }
  const made: Record<LinkCall, () => Promise<LinkAnswer> | undefined> = {
    status: calls.status,
    password: () => calls.password(entered),
    'password-again': () => calls.passwordAgain?.(),
    address: () => requestCode(entered),
    'code-again': () => requestCode(state.email),
    code: async () => {
      await verifyCode(link, state.email, attempt)
      return {}
    },
    keys: async () => {
      await calls.keys?.()
      return {}
    },
  }
  try {
    const answer = await made[call]()
    const isUploadGate = link.kind === 'upload' && (call === 'password' || call === 'code')
    return { type: 'accepted', call, answer: isUploadGate ? await calls.status() : (answer ?? {}) }
  } catch (error) {
    // A gate that is gone ends nothing: the status says which ones there are now.
    const isGateGone = error instanceof FaultError && error.fault.code === 'gateNotAsked'
    if (isGateGone || isWrongInput(error)) return { type: 'refused', call, fault: error.fault }
    throw link.errorOf(error, call)
  }
}

/**
 * Sends a code. The server invalidates a correct code even if its answer is lost, so a retry first asks whether the
 * gate is passed; if the code is refused then, it may have been correct.
 */
async function verifyCode(link: GatedLink, email: string, attempt: Attempt): Promise<void> {
  const { calls } = link
  const { entered: code } = attempt
  attempt.isLost = false
  if (!verificationCodePattern.test(code)) throw new FaultError(fault('badCode'))
  await link.retry(async () => {
    if (attempt.isLost && (await calls.isEmailPassed())) return
    try {
      await calls.code(email, code)
    } catch (error) {
      attempt.isLost ||= error instanceof FaultError && mayHaveSucceeded(error.fault)
      throw error
    }
  })
  await link.onEmailPassed?.()
}

/** The address of --email; undefined without it. @throws CommandError 'usage' */
export function emailOption(context: Context): string | undefined {
  const text = textOption(context, 'email')
  return text === undefined ? undefined : requireEmail(text)
}

function requireEmail(text: string): string {
  const [address = text.trim(), ...others] = splitEmails(text)
  if (others.length > 0) throw usageError(emailSentences['no-email'])
  const problem = problemOfEmail(address)
  if (problem === null) return address
  throw usageError(emailSentences[problem])
}

/** @throws CommandError 'usage' without a terminal */
export function requireTerminal({ terminal }: Context, request: string): void {
  if (!terminal.canAsk) throw usageError(`${request} There is no terminal to ask for it at.`)
}

/** Returns a CommandError in place of a FaultError, and any other error as it is. */
export function commandErrorOf(error: unknown): unknown {
  if (!(error instanceof FaultError)) return error
  const text =
    error.fault.code === 'unanswered'
      ? 'The server does not answer. Check the link and the network.'
      : faultText(error.fault)
  return new CommandError(exitCodeOf(error.fault), text, { cause: error })
}

/** Returns the response of a call. @throws CommandError in place of a FaultError */
export const orCommandError = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw commandErrorOf(error)
  })
