import type { FastifyInstance } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { getRecipientKey, getUploadStatus, uploadFiles } from '../../contract/uploads.ts'
import { registerCall } from '../calls.ts'
import type { Context } from '../context.ts'
import type { FolderRow } from '../db/schema.ts'
import { batchBegunBy } from '../db/uploads.ts'
import { findUser } from '../db/users.ts'
import { gone, notFound } from '../errors.ts'
import { readingBytes } from '../memory.ts'
import { visitorAddress } from '../security/addresses.ts'
import { fingerprint } from '../security/fingerprint.ts'
import { confirmBatch, findReferences } from '../uploads/confirmBatch.ts'
import { askedGates, passedGates, passGatesByForm } from '../uploads/gates.ts'
import { Staging } from '../uploads/staging.ts'
import { announcedBytes, readUploadForm, type SentBatch } from '../uploads/uploadForm.ts'
import { openLink, openLinkToFinish } from '../uploads/uploadLink.ts'

/** The public calls of an upload link. The form of an upload is read by the handler, as it arrives. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  app.removeContentTypeParser('multipart/form-data')
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

  registerCall(app, 'public', getUploadStatus, async (request) => {
    const folder = await openLink(context, request.params.link_token)
    const asked = askedGates(folder)
    const passed = await passedGates(context, request, folder)
    return {
      title: folder.title,
      description: folder.description,
      requires_password: asked.password && !passed.password,
      requires_email: asked.email && passed.email === null,
      has_allowed_emails_list: asked.email && folder.allowed_emails !== null,
      perform_mime_check: folder.perform_mime_check === 1,
    }
  })

  registerCall(app, 'public', getRecipientKey, async (request) => {
    await context.limits.recipientKeys.consume(request)
    const folder = await openLink(context, request.params.link_token)
    const owner = await findUser(context.db, folder.owner_id)
    if (owner.public_key_spki === null) throw notFound(detail.recipientKeyMissing)
    return { public_key_spki: owner.public_key_spki }
  })

  registerCall(app, 'public', uploadFiles, async (request, reply) => {
    const { folder, begunBefore } = await openLinkToFinish(context, request.params.link_token)
    const announced = announcedBytes(request)
    await context.limits.uploads.consume(request, announced)
    const { public_key_spki } = await findUser(context.db, folder.owner_id)
    const keyInForce = public_key_spki === null ? null : fingerprint(public_key_spki)
    const memory = context.memory.open(visitorAddress(request.ip))
    const staging = new Staging(context, folder.id, announced, memory)
    try {
      memory.take(readingBytes)
      const { password, email } = askedGates(folder)
      const batch = await readUploadForm(context, request, staging, {
        isAsked: password || email,
        pass: (field) => passGatesByForm(context, request, reply, folder, field),
      })
      if (begunBefore !== undefined) await requireBegun(context, folder, batch, begunBefore)
      return await confirmBatch(context, folder, batch, keyInForce, staging)
    } catch (error) {
      await staging.discard()
      throw error
    } finally {
      staging.release()
      await context.limits.uploads.charge(request, staging.unannounced)
    }
  })
}

/** After the folder has expired: only a batch, or uploads in parts, from before that. */
async function requireBegun(
  { db }: Context,
  folder: FolderRow,
  batch: SentBatch,
  begunBefore: string,
): Promise<void> {
  if (batch.batchId !== undefined && (await batchBegunBy(db, folder.id, batch.batchId, begunBefore))) return
  const references = await findReferences(db, folder, batch)
  const begun = batch.files.every(
    ({ content }) =>
      'uploadId' in content && (references.get(content.uploadId)?.created_at ?? '~') <= begunBefore,
  )
  if (!begun) throw gone(detail.linkInvalid)
}
