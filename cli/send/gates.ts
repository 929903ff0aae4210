import { emailSentences, problemOfEmail } from '../../contract/emailAddress.ts'
import { codePattern } from '../../contract/limits.ts'
import {
  getUploadStatus,
  requestUploadCode,
  type UploadStatus,
  verifyUploadCode,
  verifyUploadPassword,
} from '../../contract/schemas/uploads.ts'
import { FaultError } from '../../core/faults/fault.ts'
import { mayHaveSucceeded } from '../../core/faults/retries.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodeOf, refusedError, usageError } from '../exitCodes.ts'
import { callJson } from '../platform/jsonCall.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { Retrying } from '../retry.ts'
import { takePassword, textOption } from '../secrets.ts'
import { maxTerminalAttempts } from '../terminal.ts'

interface Link {
  readonly context: Context
  /** Retries a call until it is answered. */
  readonly retry: Retrying
  readonly server: ServerClient
  readonly linkToken: string
}

/**
 * Passes the link's gates: its password, from a file or the terminal, and an address with a mailed code.
 * Cookies of this process stand for them afterwards.
 * @returns the link's new status
 * @throws CommandError 'refused', 'network', and 'usage' without a terminal
 */
export async function passGates(link: Link): Promise<UploadStatus> {
  const status = await statusOf(link)
  if (status.requires_password) await passPassword(link)
  else if (status.requires_email) await passEmail(link)
  else return status
  return passGates(link)
}

const statusOf = ({ context: { signal }, retry, server, linkToken }: Link): Promise<UploadStatus> =>
  orStop(retry(() => callJson(server, getUploadStatus, { params: { link_token: linkToken }, signal })))

async function passPassword(link: Link): Promise<void> {
  const { context, retry, server, linkToken } = link
  const isFromFile = textOption(context, 'password-file') !== undefined
  if (!isFromFile) mustAsk(context, 'The link asks for its password. Give it by --password-file.')
  for (let left = isFromFile ? 1 : maxTerminalAttempts; left > 0; left--) {
    const link_password = await takePassword(context, 'Password of the link:')
    const what = { params: { link_token: linkToken }, body: { link_password }, signal: context.signal }
    if (await isAccepted(retry(() => callJson(server, verifyUploadPassword, what)))) return
    if (left > 1) context.report.emit({ event: 'warning', message: 'That is not the password of the link.' })
  }
  throw refusedError('That is not the password of the link. Nothing more was sent.')
}

async function passEmail(link: Link): Promise<void> {
  const { context, retry, server, linkToken } = link
  mustAsk(context, 'The link asks for a code that comes by mail.')
  const uploader_email = await addressOf(context)
  const params = { link_token: linkToken }
  const { signal } = context
  let requests = 0
  const requestCode = async () => {
    await orStop(
      retry(() => {
        requests++
        return callJson(server, requestUploadCode, { params, body: { uploader_email }, signal })
      }),
    )
    const which = requests > 1 ? ' Of several mails the newest counts.' : ''
    context.report.emit({
      event: 'note',
      message: `If ${uploader_email} may upload here, a code of six digits is on its way there.${which}`,
    })
  }
  await requestCode()
  for (let left = maxTerminalAttempts; left > 0; left--) {
    const code = (await context.terminal.ask('Code from the mail:')).replace(/\s/g, '')
    const verdict = codePattern.test(code) ? await tryCode(link, uploader_email, code) : 'wrong'
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
  { context: { signal }, retry, server, linkToken }: Link,
  uploader_email: string,
  verification_code: string,
): Promise<'passed' | 'wrong' | 'lost'> {
  const params = { link_token: linkToken }
  const body = { uploader_email, verification_code }
  const answer = { isLost: false }
  const isRight = await isAccepted(
    retry(async () => {
      if (answer.isLost && !(await callJson(server, getUploadStatus, { params, signal })).requires_email)
        return
      try {
        await callJson(server, verifyUploadCode, { params, body, signal })
      } catch (error) {
        answer.isLost ||= error instanceof FaultError && mayHaveSucceeded(error.fault)
        throw error
      }
    }),
  )
  return isRight ? 'passed' : answer.isLost ? 'lost' : 'wrong'
}

async function addressOf(context: Context): Promise<string> {
  const given = textOption(context, 'email')
  if (given !== undefined) return checkedAddress(given)
  return checkedAddress(await context.terminal.ask('Your e-mail address:'))
}

/** @throws CommandError 'usage' */
export function checkedAddress(text: string): string {
  const address = text.trim()
  const problem = problemOfEmail(address)
  if (problem === null) return address
  throw usageError(emailSentences[problem])
}

function mustAsk({ terminal }: Context, what: string): void {
  if (!terminal.canAsk) throw usageError(`${what} There is no terminal to ask for it at.`)
}

const wrong: ReadonlySet<string> = new Set(['badPassword', 'badCode'])

/** True if the input was correct. @throws CommandError for any other refusal */
async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof FaultError && wrong.has(error.fault.code)) return false
    // The gate is gone; the loop asks for the current ones.
    if (error instanceof FaultError && error.fault.code === 'gateNotAsked') return true
    return orStop(Promise.reject(error as Error))
  }
}

/** The answer of a call of the link, or a CommandError. */
export async function orStop<T>(call: Promise<T>): Promise<T> {
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
