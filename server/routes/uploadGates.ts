import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { acceptedTags, bestLanguage } from '../../contract/languages.ts'
import { requestUploadCode, verifyUploadCode, verifyUploadPassword } from '../../contract/schemas/uploads.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { conflict, tooManyRequests } from '../http/errors.ts'
import { codeMail } from '../mail/codeMail.ts'
import { wordsIn } from '../mail/words.ts'
import { addressOrNetwork } from '../security/addresses.ts'
import { principalOf } from '../security/principals.ts'
import { normalAddress } from '../security/emailCodes.ts'
import { codeSeconds } from '../security/lifetimes.ts'
import { issueCode } from '../uploads/codes.ts'
import { type AskedGates, askedGates, mailboxOf } from '../uploads/gateRules.ts'
import { issueGatePass, requireCode, requireUploadPassword } from '../uploads/gates.ts'
import { requireOpenLink } from '../uploads/uploadLink.ts'

/** Calls that pass the gates of an upload link. See [Note: Gates of an upload link]. */
export function uploadGateRoutes(app: FastifyInstance, context: Context): void {
  async function linkWithGate(linkToken: string, gate: keyof AskedGates) {
    const folder = await requireOpenLink(context, linkToken)
    // Send no mails for a folder that does not need them.
    if (!askedGates(folder)[gate]) throw conflict(detail.gateNotAsked)
    return folder
  }

  /** Counts a gate as passed before `prove` uses up what proves it. @throws HttpError 429; what `prove` throws */
  async function countPassed<T>(request: FastifyRequest, prove: () => Promise<T>): Promise<T> {
    await context.limits.gatesPassed.consume(request)
    try {
      return await prove()
    } catch (error) {
      await context.limits.gatesPassed.forgive(request)
      throw error
    }
  }

  registerCall(app, verifyUploadPassword, { access: 'public' }, async (request, reply) => {
    const folder = await linkWithGate(request.params.link_token, 'password')
    const { link_password } = request.body
    await countPassed(request, () => requireUploadPassword(context, request, folder, link_password))
    await issueGatePass(context, reply, folder, { password: true })
    return { message: 'Password verified.' }
  })

  registerCall(app, requestUploadCode, { access: 'public' }, async (request) => {
    const folder = await linkWithGate(request.params.link_token, 'email')
    await context.limits.codeRequests.consume(request)
    const { uploader_email } = request.body
    const visitor = addressOrNetwork(request.ip)
    const issued = await issueCode(context, folder.id, normalAddress(uploader_email), {
      visitor,
      principal: principalOf(request),
    })
    if ('retryAfter' in issued) {
      await context.limits.codeRequests.forgive(request)
      throw tooManyRequests(issued.retryAfter * 1000)
    }
    const mailbox = mailboxOf(folder, uploader_email)
    // Composed for any address, so that the response does not reveal whether a mail is sent.
    const mail = codeMail({
      to: mailbox ?? uploader_email,
      title: folder.title,
      code: issued.code,
      minutes: codeSeconds / 60,
      origin: context.publicOrigin,
      look: await context.branding.ofMails(),
      words: await wordsIn(
        request.body.language ?? bestLanguage(acceptedTags(request.headers['accept-language'])),
      ),
    })
    if (mailbox !== undefined) context.mailer.post(mail, request.log)
    return { message: 'If this address may upload here, a verification code is on its way to it.' }
  })

  registerCall(app, verifyUploadCode, { access: 'public' }, async (request, reply) => {
    const folder = await linkWithGate(request.params.link_token, 'email')
    const { uploader_email, verification_code } = request.body
    const email = await countPassed(request, () =>
      requireCode(context, request, folder, uploader_email, verification_code),
    )
    await issueGatePass(context, reply, folder, { email })
    return { message: 'E-mail address verified.' }
  })
}
