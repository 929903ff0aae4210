import type { FastifyInstance } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { getRecipientKey, getUploadStatus, uploadFiles } from '../../contract/uploads.ts'
import { registerCall } from '../calls.ts'
import type { Context } from '../context.ts'
import { batchBegunBy, findUploads } from '../db/uploads.ts'
import { findUser } from '../db/users.ts'
import { gone, notFound } from '../errors.ts'
import { confirmBatch, referencedIds } from '../uploads/confirmBatch.ts'
import { Staging } from '../uploads/staging.ts'
import { announcedBytes, readUploadForm, type SentBatch } from '../uploads/uploadForm.ts'
import { openLink, openLinkForUpload, openLinkToFinish } from '../uploads/uploadLink.ts'

/** The public calls of an upload link. The form of an upload is read by the handler, as it arrives. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  app.removeContentTypeParser('multipart/form-data')
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

  registerCall(app, 'public', getUploadStatus, async ({ params }) => {
    const folder = await openLink(context, params.link_token)
    return {
      title: folder.title,
      description: folder.description,
      requires_password: folder.link_password_hash !== null,
      requires_email: folder.require_email_verification === 1,
      has_allowed_emails_list: folder.allowed_emails !== null,
      perform_mime_check: folder.perform_mime_check === 1,
    }
  })

  registerCall(app, 'public', getRecipientKey, async ({ params }) => {
    const folder = await openLinkForUpload(context, params.link_token)
    const owner = await findUser(context.db, folder.owner_id)
    if (owner.public_key_spki === null) throw notFound(detail.recipientKeyMissing)
    return { public_key_spki: owner.public_key_spki }
  })

  registerCall(app, 'public', uploadFiles, async (request) => {
    const { folder, begunBefore } = await openLinkToFinish(context, request.params.link_token)
    const announced = announcedBytes(request)
    await context.limits.uploads.consume(request, announced)
    const staging = new Staging(context, folder.id, announced)
    try {
      const batch = await readUploadForm(context, request, staging)
      if (begunBefore !== undefined) await requireBegun(context, folder.id, batch, begunBefore)
      return await confirmBatch(context, folder, batch, staging)
    } catch (error) {
      await staging.discard()
      throw error
    } finally {
      await context.limits.uploads.charge(request, staging.unannounced)
    }
  })
}

/** After the folder has expired: only a batch, or uploads in parts, from before that. */
async function requireBegun(
  { db }: Context,
  folderId: number,
  batch: SentBatch,
  begunBefore: string,
): Promise<void> {
  if (batch.batchId !== undefined && (await batchBegunBy(db, folderId, batch.batchId, begunBefore))) return
  const references = await findUploads(db, referencedIds(batch), folderId)
  const begun = batch.files.every(
    ({ content }) =>
      'uploadId' in content && (references.get(content.uploadId)?.created_at ?? '~') <= begunBefore,
  )
  if (!begun) throw gone(detail.uploadLinkInvalid)
}
