import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  downloadSharedFile,
  downloadSharedFilesTogether,
  getDownloadStatus,
  requestDownloadCode,
  verifyDownloadCode,
  verifyDownloadPassword,
  type SharedFile,
} from '../../contract/schemas/downloads.ts'
import { errorDetails } from '../../contract/errors.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor, tokenPrefix } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { firstExpiryOfLink } from '../db/files/expiringFiles.ts'
import { findLinkedFile, findLinkedFiles, type LinkedFile } from '../db/links/downloadLinks.ts'
import { creatorNameOf } from '../db/folders/owners.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { requireDownloadLink } from '../downloads/downloadLink.ts'
import { streamLinkResponse } from '../downloads/linkResponse.ts'
import {
  emailGateOfLink,
  issueLinkPass,
  findProvedAddress,
  requireNamedPerson,
} from '../downloads/namedPeople.ts'
import { withGateLimit, requireGateCode, sendGateCode } from '../gates/emailGate.ts'
import { hasPasswordCookie, setPasswordCookie, renewPasswordCookie } from '../downloads/passwordCookie.ts'
import { passwordKdf } from '../downloads/linkPassword.ts'
import { matchesLinkPassword } from '../security/linkPasswords.ts'
import { requireUseAndSetCookie, takeUseAndSetCookie } from '../downloads/useLimit.ts'
import { conflict, notFound, unauthorized } from '../http/errors.ts'
import { principalOf } from '../http/principals.ts'
import { streamJson } from '../http/streamJson.ts'
import { type SendCallbacks, sendSealedFile, sendConcatenatedFiles } from '../downloads/sealedFile.ts'

/** Public calls of a download link. */
export function publicDownloadRoutes(app: FastifyInstance, context: Context): void {
  const { auditBuffer, db, downloadRecorder, limits } = context

  registerCall(app, getDownloadStatus, { access: 'public', streams: true }, async (request, reply) => {
    const { link_token } = request.params
    const link = await requireDownloadLink(context, link_token)
    const uses = await requireUseAndSetCookie(context, reply, link)
    const isProtected = link.password_hash !== null
    const isLocked = isProtected && !hasPasswordCookie(request, context, link)
    const requires_email = !(await isOpenTo(request, link))
    const head = {
      ...{ requires_password: isProtected, requires_email, password_kdf: passwordKdf(link), uses },
      expiration_date: link.expiration_date,
    }
    // What names people shows nothing before both gates.
    if (requires_email || (isLocked && link.requires_email === 1))
      return { ...head, files: [], reencrypted_keys: null }
    const shown = { ...head, ...(await linkTexts(link, isLocked)) }
    return streamJson(
      reply,
      streamLinkResponse(db, link, shown, isLocked ? lockedFile : sharedFile, !isProtected),
    )
  })

  registerCall(app, verifyDownloadPassword, { access: 'public', streams: true }, async (request, reply) => {
    const { link_token } = request.params
    const linkBefore = await requireDownloadLink(context, link_token)
    const hash = linkBefore.password_hash
    if (hash !== null) {
      await requireUseAndSetCookie(context, reply, linkBefore)
      const isRight = await limits.downloadPassword.attempt(request, link_token, () =>
        matchesLinkPassword(hash, request.body.password, principalOf(request)),
      )
      if (!isRight) {
        const details = { link: tokenPrefix(link_token) }
        const failed = { kind: 'link-password-failed', folderId: linkBefore.folder_id, details } as const
        auditBuffer.addFailure(callerActor(request), failed)
        throw unauthorized(errorDetails.badPassword)
      }
      await limits.downloadPassword.forgive(request, link_token)
      setPasswordCookie(reply, context, linkBefore)
    }
    // Read anew: the hash may have waited for seconds, in which people are removed and links end.
    const link = await requireDownloadLink(context, link_token)
    if (link.password_hash !== hash) throw unauthorized(errorDetails.badPassword)
    const requires_email = !(await isOpenTo(request, link))
    if (requires_email) return { requires_email, files: [], reencrypted_keys: {} }
    if (hash !== null) await takeUseAndSetCookie(context, reply, link)
    const head = { requires_email, ...(await linkTexts(link, false)) }
    return streamJson(reply, streamLinkResponse(db, link, head, sharedFile, true))
  })

  registerCall(app, requestDownloadCode, { access: 'public' }, async (request, reply) => {
    const link = await requireLinkWithEmailGate(request, reply)
    const { email, language } = request.body
    await sendGateCode(context, request, emailGateOfLink(context, link), { email, language })
    return { message: 'If this download is for that address, a verification code is on its way to it.' }
  })

  registerCall(app, verifyDownloadCode, { access: 'public' }, async (request, reply) => {
    const link = await requireLinkWithEmailGate(request, reply)
    const { email, verification_code } = request.body
    const address = await withGateLimit(context, request, () =>
      requireGateCode(context, request, emailGateOfLink(context, link), email, verification_code),
    )
    await issueLinkPass(context, reply, link, address)
    return { message: 'E-mail address verified.' }
  })

  registerCall(
    app,
    downloadSharedFile,
    { access: 'public', head: true, streams: true },
    async (request, reply) => {
      const { id } = request.params
      const { link, email } = await requireOpenedLink(request, reply)
      const file = await findLinkedFile(db, link.id, id)
      if (file === undefined) throw notFound(errorDetails.fileNotFound)
      await (request.method === 'HEAD' ? requireUseAndSetCookie : takeUseAndSetCookie)(context, reply, link)
      return sendSealedFile(
        context,
        reply,
        file,
        sendCallbacks(request, link, email, request.query.preview === '1'),
      )
    },
  )

  registerCall(
    app,
    downloadSharedFilesTogether,
    { access: 'public', streams: true },
    async (request, reply) => {
      const { link, email } = await requireOpenedLink(request, reply)
      const { ids } = request.query
      const found = await findLinkedFiles(db, link.id, ids)
      if (found.length < ids.length) throw notFound(errorDetails.fileNotFound)
      await takeUseAndSetCookie(context, reply, link)
      return sendConcatenatedFiles(context, reply, ids, found, sendCallbacks(request, link, email))
    },
  )

  const sendCallbacks = (
    request: FastifyRequest,
    link: DownloadLinkRow,
    email: string | null,
    isPreview = false,
  ): SendCallbacks => {
    const by = callerActor(request)
    const from = {
      ...{ folderId: link.folder_id, link: tokenPrefix(link.link_token) },
      ...(email !== null && { email }),
      ...(isPreview && { preview: true as const }),
    }
    return {
      onBegin: (file) => auditBuffer.addDownload(by, from, file, 'begun'),
      onComplete(file) {
        auditBuffer.addDownload(by, from, file, 'completed')
        downloadRecorder.recordLinkDownload(link.id)
      },
    }
  }

  /** What is said above the files; a locked link has no message, see the contract. */
  async function linkTexts(link: DownloadLinkRow, isLocked: boolean) {
    const { title, message } = link
    const owner_name = await creatorNameOf(db, link)
    const expiry = await firstExpiryOfLink(db, link.id)
    const isBeforeEnd = expiry !== null && expiry < (link.expiration_date ?? '~')
    return {
      ...(owner_name !== undefined && { owner_name }),
      ...(title !== null && { title }),
      ...(message !== null && !isLocked && { message }),
      ...(isBeforeEnd && { files_expire_at: expiry }),
    }
  }

  type DownloadLinkRequest = FastifyRequest & { params: { link_token: string } }

  /** A link all of whose gates this browser has passed, and the proved address. @throws HttpError 401, 403, 404, 410 */
  async function requireOpenedLink(request: DownloadLinkRequest, reply: FastifyReply) {
    const link = await requireUnlockedLink(request, reply)
    return { link, email: await requireNamedPerson(context, reply, link) }
  }

  /** False if the link is for named people, and this browser has not proved that it belongs to one. */
  const isOpenTo = async (request: FastifyRequest, link: DownloadLinkRow): Promise<boolean> =>
    link.requires_email === 0 || (await findProvedAddress(context, request, link)) !== null

  /** @throws HttpError 409 for a link that is not for named people, 410 for a used-up one; errors of `requireUnlockedLink` */
  async function requireLinkWithEmailGate(
    request: DownloadLinkRequest,
    reply: FastifyReply,
  ): Promise<DownloadLinkRow> {
    const link = await requireUnlockedLink(request, reply)
    if (link.requires_email === 0) throw conflict(errorDetails.gateNotAsked)
    await requireUseAndSetCookie(context, reply, link)
    return link
  }

  /** @throws HttpError 401 for a browser that has not given the password; errors of `requireDownloadLink` */
  async function requireUnlockedLink(
    request: DownloadLinkRequest,
    reply: FastifyReply,
  ): Promise<DownloadLinkRow> {
    const { link_token } = request.params
    const link = await requireDownloadLink(context, link_token)
    if (link.password_hash !== null) {
      if (!hasPasswordCookie(request, context, link)) throw unauthorized(errorDetails.downloadLinkLocked)
      renewPasswordCookie(reply, context, link)
    }
    return link
  }
}

/** Names are public by contract. Hashes and sizes would let a stranger recognise files. */
const lockedFile = ({ id, original_filename }: LinkedFile) => ({ id, original_filename })

const sharedFile = (file: LinkedFile): SharedFile => ({
  id: file.id,
  original_filename: file.original_filename,
  file_size: file.size,
  file_hash: file.sha256,
  encryption_iv: file.encryption_iv,
  manifest: file.manifest,
})
