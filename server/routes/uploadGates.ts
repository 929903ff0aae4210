import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import {
  mailConfirmation,
  requestUploadCode,
  verifyUploadCode,
  verifyUploadPassword,
} from '../../contract/schemas/uploads.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { withGateLimit, requireGateCode, sendGateCode } from '../gates/emailGate.ts'
import { conflict } from '../http/errors.ts'
import { type RequiredGates, requiredGates } from '../uploads/gateRules.ts'
import {
  emailGateOfFolder,
  issueGatePass,
  requirePassedGates,
  requireUploadPassword,
} from '../uploads/gatePasses.ts'
import { sendConfirmation } from '../uploads/sendConfirmation.ts'
import {
  type UploadLinkRequest,
  requireUploadLinkToFinish,
  requireOpenUploadLink,
} from '../uploads/uploadLink.ts'

/** Calls of the gates of an upload link. See [Note: Gates of an upload link]. */
export function uploadGateRoutes(app: FastifyInstance, context: Context): void {
  async function requireFolderWithGate(request: UploadLinkRequest, gate: keyof RequiredGates) {
    const { folder } = await requireOpenUploadLink(context, request)
    // Send no mails for a folder that does not need them.
    if (!requiredGates(folder)[gate]) throw conflict(errorDetails.gateNotAsked)
    return folder
  }

  registerCall(app, verifyUploadPassword, { access: 'public' }, async (request, reply) => {
    const folder = await requireFolderWithGate(request, 'password')
    const { link_password } = request.body
    await withGateLimit(context, request, () =>
      requireUploadPassword(context, request, folder, link_password),
    )
    await issueGatePass(context, reply, folder, { password: true })
    return { message: 'Password verified.' }
  })

  registerCall(app, requestUploadCode, { access: 'public' }, async (request) => {
    const folder = await requireFolderWithGate(request, 'email')
    const { uploader_email: email, language } = request.body
    await sendGateCode(context, request, emailGateOfFolder(folder), { email, language })
    return { message: 'If this address may upload here, a verification code is on its way to it.' }
  })

  registerCall(app, verifyUploadCode, { access: 'public' }, async (request, reply) => {
    const folder = await requireFolderWithGate(request, 'email')
    const { uploader_email, verification_code } = request.body
    const email = await withGateLimit(context, request, () =>
      requireGateCode(context, request, emailGateOfFolder(folder), uploader_email, verification_code),
    )
    await issueGatePass(context, reply, folder, { email })
    return { message: 'E-mail address verified.' }
  })

  registerCall(app, mailConfirmation, { access: 'public' }, async (request, reply) => {
    const { folder } = await requireUploadLinkToFinish(context, request)
    await context.limits.confirmations.consume(request)
    const email = await requirePassedGates(context, reply, folder)
    if (email === null) throw conflict(errorDetails.gateNotAsked)
    if (!context.mailer.sendsMail) throw conflict(errorDetails.confirmationUnavailable)
    const { batch_id: batchId, language } = request.body
    await sendConfirmation(context, request, folder, { email, batchId, language })
  })
}
