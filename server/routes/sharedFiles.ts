import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  downloadSharedFile,
  downloadSharedFilesTogether,
  getDownloadStatus,
  verifyDownloadPassword,
  type SharedFile,
} from '../../contract/schemas/downloads.ts'
import { detail } from '../../contract/errors.ts'
import { registerCall } from '../http/calls.ts'
import { byCaller, shortToken } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { findLinkedFile, findLinkedFiles, type LinkedFile } from '../db/downloadLinks.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { openDownloadLink } from '../downloads/downloadLink.ts'
import { linkResponse } from '../downloads/linkResponse.ts'
import { hasPassed, rememberPassed, renewPassed } from '../downloads/linkCookie.ts'
import { passwordKdf } from '../downloads/linkPassword.ts'
import { isLinkPassword } from '../security/linkPasswords.ts'
import { requireUse, takeUseOf } from '../downloads/linkUses.ts'
import { notFound, unauthorized } from '../http/errors.ts'
import { principalOf } from '../security/principals.ts'
import { sendJson } from '../http/sendJson.ts'
import { type Sending, sendSealedFile, sendTogether } from '../downloads/sealedFile.ts'

/** Public calls of a download link. */
export function sharedFileRoutes(app: FastifyInstance, context: Context): void {
  const { auditNotes, db, downloadRecorder, limits } = context

  registerCall(app, getDownloadStatus, { access: 'public', streams: true }, async (request, reply) => {
    const { link_token } = request.params
    const link = await openDownloadLink(context, link_token)
    const uses = await requireUse(context, reply, link)
    const isProtected = link.password_hash !== null
    const isLocked = isProtected && !hasPassed(request, context, link_token)
    const { expiration_date } = link
    const head = { requires_password: isProtected, password_kdf: passwordKdf(link), uses, expiration_date }
    return sendJson(reply, linkResponse(db, link, head, isLocked ? lockedFile : sharedFile, !isProtected))
  })

  registerCall(app, verifyDownloadPassword, { access: 'public', streams: true }, async (request, reply) => {
    const { params, body } = request
    const link = await openDownloadLink(context, params.link_token)
    if (link.password_hash !== null) {
      await requireUse(context, reply, link)
      const hash = link.password_hash
      const right = await limits.downloadPassword.attempt(request, params.link_token, () =>
        isLinkPassword(hash, body.password, principalOf(request)),
      )
      if (!right) {
        const details = { link: shortToken(params.link_token) }
        const failed = { kind: 'link-password-failed', folderId: link.folder_id, details } as const
        auditNotes.failed(byCaller(request), failed)
        throw unauthorized(detail.badPassword)
      }
      await limits.downloadPassword.forgive(request, params.link_token)
      await takeUseOf(context, reply, link)
      rememberPassed(reply, context, params.link_token)
    }
    return sendJson(reply, linkResponse(db, link, {}, sharedFile, true))
  })

  registerCall(
    app,
    downloadSharedFile,
    { access: 'public', head: true, streams: true },
    async (request, reply) => {
      const { id } = request.params
      const link = await unlockedLink(request, reply)
      const file = await findLinkedFile(db, link.id, id)
      if (file === undefined) throw notFound(detail.fileNotFound)
      await (request.method === 'HEAD' ? requireUse : takeUseOf)(context, reply, link)
      return sendSealedFile(context, reply, file, sending(request, link))
    },
  )

  registerCall(
    app,
    downloadSharedFilesTogether,
    { access: 'public', streams: true },
    async (request, reply) => {
      const link = await unlockedLink(request, reply)
      const { ids } = request.query
      const found = await findLinkedFiles(db, link.id, ids)
      if (found.length < ids.length) throw notFound(detail.fileNotFound)
      await takeUseOf(context, reply, link)
      return sendTogether(context, reply, ids, found, sending(request, link))
    },
  )

  const sending = (request: FastifyRequest, link: DownloadLinkRow): Sending => {
    const by = byCaller(request)
    const from = { folderId: link.folder_id, link: shortToken(link.link_token) }
    return {
      onBegin: (file) => auditNotes.downloaded(by, from, file, 'begun'),
      onComplete(file) {
        auditNotes.downloaded(by, from, file, 'completed')
        downloadRecorder.recordLinkDownload(link.id)
      },
    }
  }

  /** @throws HttpError 401 for a browser that has not given the password; errors of `openDownloadLink` */
  async function unlockedLink(
    request: FastifyRequest<{ Params: { link_token: string } }>,
    reply: FastifyReply,
  ) {
    const { link_token } = request.params
    const link = await openDownloadLink(context, link_token)
    if (link.password_hash !== null) {
      if (!hasPassed(request, context, link_token)) throw unauthorized(detail.downloadLinkLocked)
      renewPassed(reply, context, link_token)
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
