import { emailSentences, problemOfEmail } from '../contract/emailAddress.ts'
import { verificationCodePattern } from '../contract/limits.ts'
import { cleanSixDigitCode, splitEmails } from '../contract/typedText.ts'
import { FaultError } from '../core/faults/fault.ts'
import { mayHaveSucceeded } from '../core/faults/retries.ts'
import { faultText } from '../i18n/errorText.ts'
import type { Context } from './context.ts'
import { CommandError, exitCodeOf, refusedError, usageError } from './exitCodes.ts'
import type { RetryFunction } from './retryUntilAnswered.ts'
import { textOption } from './optionValues.ts'
import { maxTerminalAttempts } from './terminal.ts'

/** The gate of a link that asks for an e-mail address and the code sent to it. */
export interface EmailGate {
  readonly context: Context
  readonly retry: RetryFunction
  requestCode: (email: string) => Promise<unknown>
  verifyCode: (email: string, verification_code: string) => Promise<unknown>
  /** True if the link does not ask any more. */
  isPassed: () => Promise<boolean>
  /** Says that a code is on its way, if the address is one that may pass. */
  sentText: (email: string) => string
}

/**
 * Passes the gate with an address from --email or the terminal, and a code from the terminal.
 * @throws CommandError 'refused', 'network', and 'usage' without a terminal
 */
export async function passEmailGate(gate: EmailGate): Promise<void> {
  const { context, retry } = gate
  requireTerminal(context, 'The link asks for a code that comes by mail.')
  const email = emailOption(context) ?? requireEmail(await context.terminal.ask('Your e-mail address:'))
  const requestCode = async () => {
    await orCommandError(retry(() => gate.requestCode(email)))
    context.report.emit({ event: 'note', message: gate.sentText(email) })
  }
  await requestCode()
  for (let left = maxTerminalAttempts; left > 0; left--) {
    const code = cleanSixDigitCode(await context.terminal.ask('Code from the mail:'))
    const verdict = verificationCodePattern.test(code) ? await tryCode(gate, email, code) : 'wrong'
    if (verdict === 'passed') return
    if (left === 1) break
    if (verdict === 'lost') {
      context.report.emit({
        event: 'note',
        message: 'The answer to this code was lost, and the code is used up, or was not the right one.',
      })
      await requestCode()
    } else context.report.emit({ event: 'warning', message: 'That is not the code, or it has expired.' })
  }
  throw refusedError('That is not the code, or it has expired. Run the command again for a new one.')
}

/**
 * Sends a code. The server invalidates a correct code even if its answer is lost, so a retry first asks
 * whether the gate is passed.
 * @returns 'lost' if it was refused after a lost answer: it may have been correct
 */
async function tryCode(
  { retry, verifyCode, isPassed }: EmailGate,
  email: string,
  code: string,
): Promise<'passed' | 'wrong' | 'lost'> {
  const answer = { isLost: false }
  const isRight = await isAccepted(
    retry(async () => {
      if (answer.isLost && (await isPassed())) return
      try {
        await verifyCode(email, code)
      } catch (error) {
        answer.isLost ||= error instanceof FaultError && mayHaveSucceeded(error.fault)
        throw error
      }
    }),
  )
  return isRight ? 'passed' : answer.isLost ? 'lost' : 'wrong'
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

const wrongInputCodes: ReadonlySet<string> = new Set(['badPassword', 'badCode'])

/** True if the input was correct. @throws CommandError for any other refusal */
export async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof FaultError && wrongInputCodes.has(error.fault.code)) return false
    // The gate is gone; the status says which ones there are now.
    if (error instanceof FaultError && error.fault.code === 'gateNotAsked') return true
    return orCommandError(Promise.reject(error as Error))
  }
}

/** Returns the answer of a call. @throws CommandError in place of a FaultError */
export async function orCommandError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const { fault } = error
    const text =
      fault.code === 'unanswered'
        ? 'The server does not answer. Check the link and the network.'
        : faultText(fault)
    throw new CommandError(exitCodeOf(fault), text, { cause: error })
  }
}
