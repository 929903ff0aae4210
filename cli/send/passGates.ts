import {
  getUploadStatus,
  requestUploadCode,
  type UploadStatus,
  verifyUploadCode,
  verifyUploadPassword,
} from '../../contract/schemas/uploads.ts'
import type { Context } from '../context.ts'
import { isAccepted, requireTerminal, orCommandError, passEmailGate } from '../emailGate.ts'
import { refusedError } from '../exitCodes.ts'
import { callJson } from '../platform/callJson.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'
import { textOption } from '../optionValues.ts'
import { readPassword } from '../secrets.ts'
import { maxTerminalAttempts } from '../terminal.ts'

interface GatedLink {
  readonly context: Context
  readonly retry: RetryFunction
  readonly server: ServerClient
  readonly linkToken: string
}

/**
 * Passes the link's gates: its password, from a file or the terminal, and an address with a mailed code.
 * Cookies of this process stand for them afterwards.
 * @returns the link's new status
 * @throws CommandError 'refused', 'network', and 'usage' without a terminal
 */
export async function passGates(link: GatedLink): Promise<UploadStatus> {
  const status = await fetchStatus(link)
  if (status.requires_password) await passPassword(link)
  else if (status.requires_email) await passEmail(link)
  else return status
  return passGates(link)
}

const fetchStatus = ({ context: { signal }, retry, server, linkToken }: GatedLink): Promise<UploadStatus> =>
  orCommandError(
    retry(() => callJson(server, getUploadStatus, { params: { link_token: linkToken }, signal })),
  )

async function passPassword(link: GatedLink): Promise<void> {
  const { context, retry, server, linkToken } = link
  const isFromFile = textOption(context, 'password-file') !== undefined
  if (!isFromFile) requireTerminal(context, 'The link asks for its password. Give it by --password-file.')
  for (let left = isFromFile ? 1 : maxTerminalAttempts; left > 0; left--) {
    const link_password = await readPassword(context, 'Password of the link:')
    const input = { params: { link_token: linkToken }, body: { link_password }, signal: context.signal }
    if (await isAccepted(retry(() => callJson(server, verifyUploadPassword, input)))) return
    if (left > 1) context.report.emit({ event: 'warning', message: 'That is not the password of the link.' })
  }
  throw refusedError('That is not the password of the link. Nothing more was sent.')
}

function passEmail({ context, retry, server, linkToken }: GatedLink): Promise<void> {
  const params = { link_token: linkToken }
  const { signal } = context
  return passEmailGate({
    ...{ context, retry },
    requestCode: (uploader_email) =>
      callJson(server, requestUploadCode, { params, body: { uploader_email }, signal }),
    verifyCode: (uploader_email, verification_code) =>
      callJson(server, verifyUploadCode, { params, body: { uploader_email, verification_code }, signal }),
    isPassed: async () => !(await callJson(server, getUploadStatus, { params, signal })).requires_email,
    sentText: (email) => `If ${email} may upload here, a code of six digits is on its way there.`,
  })
}
