import {
  getUploadStatus,
  requestUploadCode,
  type UploadStatus,
  verifyUploadCode,
  verifyUploadPassword,
} from '../../contract/schemas/uploads.ts'
import type { Context } from '../context.ts'
import { commandErrorOf } from '../commandErrors.ts'
import { openGatedLink } from '../openGatedLink.ts'
import { callJson } from '../platform/callJson.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'

interface UploadLinkVisit {
  readonly context: Context
  readonly retry: RetryFunction
  readonly server: ServerClient
  readonly linkToken: string
}

/**
 * Passes the gates of an upload link. The passes are cookies of `server`.
 * @returns the link's new status
 * @throws CommandError as `openGatedLink`
 */
export async function passUploadGates(visit: UploadLinkVisit): Promise<UploadStatus> {
  const { context, retry, server, linkToken } = visit
  const input = { params: { link_token: linkToken }, signal: context.signal }
  const fetchStatus = () => callJson(server, getUploadStatus, input)
  let status!: UploadStatus
  await openGatedLink({
    ...{ context, retry, kind: 'upload', errorOf: commandErrorOf },
    calls: {
      status: async () => ({ gates: (status = await retry(fetchStatus)) }),
      password: async (link_password) => {
        await retry(() => callJson(server, verifyUploadPassword, { ...input, body: { link_password } }))
        return {}
      },
      address: (uploader_email) =>
        retry(() => callJson(server, requestUploadCode, { ...input, body: { uploader_email } })),
      code: (uploader_email, verification_code) =>
        callJson(server, verifyUploadCode, { ...input, body: { uploader_email, verification_code } }),
      isEmailGatePassed: async () => !(await fetchStatus()).requires_email,
    },
    texts: {
      noTerminal:
        'The link asks for its password. Give it by --password-file. There is no terminal to ask for it at.',
      wrongPassword: 'That is not the password of the link.',
      lastWrongPassword: 'That is not the password of the link. Nothing more was sent.',
      codeSent: (email) => `If ${email} may upload here, a code of six digits is on its way there.`,
    },
  })
  return status
}
