import { verificationCodePattern } from '../contract/limits.ts'
import { cleanSixDigitCode } from '../contract/typedText.ts'
import { fault, FaultError } from '../core/faults/fault.ts'
import { mayHaveSucceeded } from '../core/faults/retries.ts'
import {
  initialLink,
  type LinkAnswer,
  type LinkCall,
  type LinkInput,
  type LinkState,
  stepLink,
} from '../core/link/step.ts'
import { isWrongInput } from './commandErrors.ts'
import type { Context } from './context.ts'
import { emailOption, requireEmail } from './emailOptions.ts'
import { refusedError, usageError } from './exitCodes.ts'
import { textOption } from './optionValues.ts'
import type { RetryFunction } from './retryUntilAnswered.ts'
import { readPassword } from './secrets.ts'
import { maxTerminalAttempts, requireTerminal } from './terminal.ts'

/** Calls of a link. */
interface GateCalls {
  status: () => Promise<LinkAnswer>
  password: (password: string) => Promise<LinkAnswer>
  /** Has a code mailed to the address. */
  address: (email: string) => Promise<unknown>
  /** Sends the code, without retries: see `verifyCode`. */
  code: (email: string, verification_code: string) => Promise<unknown>
  /** Returns true if the link does not ask for an address any more. */
  isEmailGatePassed: () => Promise<boolean>
}

/** Calls of a download link. */
interface DownloadLinkCalls extends GateCalls {
  /** Sends the password that was right again. */
  passwordAgain: () => Promise<LinkAnswer>
  /** Opens the keys of the files. */
  keys: () => Promise<void>
}

/** The calls, texts and errors of a link that `openGatedLink` opens. */
export type GatedLinkPorts = {
  readonly context: Context
  readonly retry: RetryFunction
  readonly texts: {
    noTerminal: string
    wrongPassword: string
    lastWrongPassword: string
    /** Says that a code is on its way if the address may pass. */
    codeSent: (email: string) => string
  }
  /** Converts an error of a call into the one to throw. */
  errorOf: (error: unknown, call: LinkCall) => unknown
  /** Runs after a code was accepted. */
  onEmailPassed?: () => Promise<void>
} & (
  | { readonly kind: 'upload'; readonly calls: GateCalls }
  | { readonly kind: 'download'; readonly calls: DownloadLinkCalls }
)

/** The attempts at the current gate. */
interface GateAttempts {
  /** The last input. */
  input: string
  /** Number of inputs that may still be tried. */
  attemptsLeft: number
  /** Number of times that the password may still be read from its file, at all gates together. */
  fileReadsLeft: number
  /** True if the response to the last code was lost. */
  isResponseLost: boolean
}

/**
 * Opens a link through its gates. The password comes from --password-file or the terminal, the address from --email or
 * the terminal, and the mailed code from the terminal.
 * @throws CommandError 'refused', 'network', and 'usage' without a terminal
 */
export async function openGatedLink(ports: GatedLinkPorts): Promise<void> {
  const attempts = { input: '', attemptsLeft: 0, fileReadsLeft: maxPasswordFileReads, isResponseLost: false }
  let { state, call } = stepLink(initialLink(ports.kind), { type: 'begin' })
  while (call !== null || state.at !== 'open') {
    const input =
      call === null ? await askForInput(ports, state, attempts) : await makeCall(ports, state, call, attempts)
    ;({ state, call } = stepLink(state, input))
  }
}

/** Asks for the input of the current gate. @throws CommandError after the last wrong one, or without a terminal */
async function askForInput(
  ports: GatedLinkPorts,
  { at: gateName, gate, failure }: LinkState,
  attempts: GateAttempts,
): Promise<LinkInput> {
  const { context, texts } = ports
  const { terminal, report } = context
  if (failure) throw ports.errorOf(new FaultError(failure), 'keys')
  const isPassword = gateName === 'password'
  const isInFile = isPassword && textOption(context, 'password-file') !== undefined
  if (gate.refused) {
    const error = new FaultError(gate.refused.fault)
    if (!isWrongInput(error)) throw ports.errorOf(error, gate.refused.attempt)
    attempts.attemptsLeft--
    if (attempts.attemptsLeft === 0)
      throw refusedError(isPassword ? texts.lastWrongPassword : lastWrongCodeText)
    if (attempts.isResponseLost) {
      report.emit({ event: 'note', message: lostCodeText })
      return { type: 'resend' }
    }
    report.emit({ event: 'warning', message: isPassword ? texts.wrongPassword : wrongCodeText })
  } else if (!gate.notice) attempts.attemptsLeft = isInFile ? 1 : maxTerminalAttempts
  if (isInFile) {
    if (attempts.fileReadsLeft === 0) throw refusedError(passwordLostText)
    attempts.fileReadsLeft--
  }
  if (isPassword) {
    if (!isInFile && !terminal.canAsk) throw usageError(texts.noTerminal)
    attempts.input = await readPassword(context, 'Password of the link:')
  } else if (gateName === 'address') {
    requireTerminal(context, 'The link asks for a code that comes by mail.')
    attempts.input = emailOption(context) ?? requireEmail(await terminal.ask('Your e-mail address:'))
  } else attempts.input = cleanSixDigitCode(await terminal.ask('Code from the mail:'))
  return { type: 'entered' }
}

/** The password file is read so often: the owner may change the gates meanwhile, and a server may forget each time. */
const maxPasswordFileReads = 3
const passwordLostText =
  'The server accepted the password, and asks for it again each time. A proxy on the way may remove its cookies.'

const wrongCodeText = 'That is not the code, or it has expired.'
const lastWrongCodeText = `${wrongCodeText} Run the command again for a new one.`
const lostCodeText = 'No answer came to this code. It is used up now, or it was not the right one.'

/** Makes a call. @returns 'refused' only for wrong input, or a gate that is gone @throws any other error */
async function makeCall(
  ports: GatedLinkPorts,
  state: LinkState,
  call: LinkCall,
  attempts: GateAttempts,
): Promise<LinkInput> {
  const { calls, kind } = ports
  try {
    const answer = await answerTo(ports, state, call, attempts)
    const isUploadGate = kind === 'upload' && (call === 'password' || call === 'code')
    return { type: 'accepted', call, answer: isUploadGate ? await calls.status() : answer }
  } catch (error) {
    // Not the end: the status says which gates there are now.
    const isGateGone = error instanceof FaultError && error.fault.code === 'gateNotAsked'
    if (isGateGone || isWrongInput(error)) return { type: 'refused', call, fault: error.fault }
    throw ports.errorOf(error, call)
  }
}

async function answerTo(
  ports: GatedLinkPorts,
  { email }: LinkState,
  call: LinkCall,
  attempts: GateAttempts,
): Promise<LinkAnswer> {
  const { calls } = ports
  switch (call) {
    case 'status':
      return calls.status()
    case 'password':
      return calls.password(attempts.input)
    case 'password-again':
      return downloadCalls(ports).passwordAgain()
    case 'address':
      return requestCode(ports, attempts.input)
    case 'code-again':
      return requestCode(ports, email)
    case 'code':
      await verifyCode(ports, email, attempts)
      return {}
    case 'keys':
      await downloadCalls(ports).keys()
      return {}
  }
}

function downloadCalls({ kind, calls }: GatedLinkPorts): DownloadLinkCalls {
  if (kind === 'upload') throw new TypeError('An upload link has no keys to open.')
  return calls
}

async function requestCode({ calls, context, texts }: GatedLinkPorts, email: string): Promise<LinkAnswer> {
  await calls.address(email)
  context.report.emit({ event: 'note', message: texts.codeSent(email) })
  return { email }
}

/**
 * Sends the code that was entered. The server invalidates a correct code even if its response is lost. So a retry first
 * asks whether the gate is passed; a code that is refused after a lost response may have been correct.
 */
async function verifyCode(ports: GatedLinkPorts, email: string, attempts: GateAttempts): Promise<void> {
  const { calls } = ports
  const code = attempts.input
  attempts.isResponseLost = false
  if (!verificationCodePattern.test(code)) throw new FaultError(fault('badCode'))
  await ports.retry(async () => {
    if (attempts.isResponseLost && (await calls.isEmailGatePassed())) return
    try {
      await calls.code(email, code)
    } catch (error) {
      attempts.isResponseLost ||= error instanceof FaultError && mayHaveSucceeded(error.fault)
      throw error
    }
  })
  await ports.onEmailPassed?.()
}
