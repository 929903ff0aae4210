import { emailSentences, problemOfEmail } from '../../contract/emailAddress.ts'
import { codePattern } from '../../contract/limits.ts'
import {
  getUploadStatus,
  requestUploadCode,
  type UploadStatus,
  verifyUploadCode,
  verifyUploadPassword,
} from '../../contract/uploads.ts'
import { FaultError } from '../../src/faults/fault.ts'
import { faultText } from '../../src/texts/errorText.ts'
import type { Context } from '../context.ts'
import { exit, exitOf, Stop } from '../exit.ts'
import { callJson } from '../node/jsonCall.ts'
import type { Server } from '../node/server.ts'
import type { Patient } from '../patience.ts'
import { takeSecret, textOption } from '../secrets.ts'

/** So often somebody at a terminal may be wrong. */
const tries = 3

interface Link {
  readonly context: Context
  /** Makes a call until somebody answers. */
  readonly patient: Patient
  readonly server: Server
  readonly linkToken: string
}

/**
 * Passes what the link asks for: its password, of a file or asked for, and an address with the code that comes by mail.
 * What stands for that later are cookies of this process.
 * @returns the link as it is then @throws Stop 'refused', 'network', and 'usage' where nobody can be asked
 */
export async function passGates(link: Link): Promise<UploadStatus> {
  const status = await statusOf(link)
  if (status.requires_password) await passPassword(link)
  else if (status.requires_email) await passEmail(link)
  else return status
  return passGates(link)
}

const statusOf = ({ context: { signal }, patient, server, linkToken }: Link): Promise<UploadStatus> =>
  orStop(patient(() => callJson(server, getUploadStatus, { params: { link_token: linkToken }, signal })))

async function passPassword(link: Link): Promise<void> {
  const { context, patient, server, linkToken } = link
  const isOfFile = textOption(context, 'password-file') !== undefined
  if (!isOfFile) mustAsk(context, 'The link asks for its password. Give it by --password-file.')
  for (let left = isOfFile ? 1 : tries; left > 0; left--) {
    const link_password = await takeSecret(context, 'password-file', 'Password of the link:')
    const what = { params: { link_token: linkToken }, body: { link_password }, signal: context.signal }
    if (await isTaken(patient(() => callJson(server, verifyUploadPassword, what)))) return
    if (left > 1) context.report.tell({ event: 'warning', message: 'That is not the password of the link.' })
  }
  throw new Stop(exit.refused, 'That is not the password of the link. Nothing more was sent.')
}

async function passEmail(link: Link): Promise<void> {
  const { context, patient, server, linkToken } = link
  mustAsk(context, 'The link asks for a code that comes by mail.')
  const uploader_email = await addressOf(context)
  const params = { link_token: linkToken }
  const { signal } = context
  await orStop(
    patient(() => callJson(server, requestUploadCode, { params, body: { uploader_email }, signal })),
  )
  context.report.tell({
    event: 'note',
    message: `If ${uploader_email} may upload here, a code of six digits is on its way there.`,
  })
  for (let left = tries; left > 0; left--) {
    const code = (await context.terminal.ask('Code from the mail:')).replace(/\s/g, '')
    const body = { uploader_email, verification_code: code }
    if (
      codePattern.test(code) &&
      (await isTaken(patient(() => callJson(server, verifyUploadCode, { params, body, signal }))))
    )
      return
    if (left > 1)
      context.report.tell({ event: 'warning', message: 'That is not the code, or it has expired.' })
  }
  throw new Stop(
    exit.refused,
    'That is not the code, or it has expired. Run the command again for a new one.',
  )
}

async function addressOf(context: Context): Promise<string> {
  const given = textOption(context, 'email')
  if (given !== undefined) return checkedAddress(given)
  return checkedAddress(await context.terminal.ask('Your e-mail address:'))
}

/** @throws Stop 'usage' */
export function checkedAddress(text: string): string {
  const address = text.trim()
  const problem = problemOfEmail(address)
  if (problem === null) return address
  throw new Stop(exit.usage, emailSentences[problem])
}

function mustAsk({ terminal }: Context, what: string): void {
  if (!terminal.canAsk) throw new Stop(exit.usage, `${what} There is no terminal to ask for it at.`)
}

const wrong: ReadonlySet<string> = new Set(['badPassword', 'badCode'])

/** Whether it was right. @throws Stop for any other refusal */
async function isTaken(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof FaultError && wrong.has(error.fault.code)) return false
    // The link asks for it no more: what it asks for now is asked next.
    if (error instanceof FaultError && error.fault.code === 'gateNotAsked') return true
    return orStop(Promise.reject(error as Error))
  }
}

/** What a call of the link says, or why the command ends. */
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
    throw new Stop(exitOf(fault), text, { cause: error })
  }
}
