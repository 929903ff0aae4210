import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { maxReportedRoomBytes } from '../../contract/limits.ts'
import { getRecipientKey, getUploadStatus, uploadFiles } from '../../contract/schemas/uploads.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { senderFieldsOf } from '../db/folders/folders.ts'
import { ownerNameOf } from '../db/folders/owners.ts'
import { recipientKeyOf } from '../db/folders/rosters.ts'
import { hasBatchBegunBefore } from '../db/uploads/uploads.ts'
import { gone, notFound } from '../http/errors.ts'
import { bodyReadingBytes } from '../http/memoryBudget.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { fingerprint } from '../security/publicKeys.ts'
import { principalOf } from '../http/principals.ts'
import { confirmBatch, findReferencedUploads } from '../uploads/confirmBatch.ts'
import { requiredGates } from '../uploads/gateRules.ts'
import { findPassedGates, requireGatesByForm } from '../uploads/gatePasses.ts'
import { Staging } from '../uploads/staging.ts'
import { contentLengthOf, readUploadForm, type SentBatch } from '../uploads/uploadForm.ts'
import {
  type LinkClosure,
  requireOpenUploadLink,
  requireUploadLinkToFinish,
  type UploadTarget,
} from '../uploads/uploadLink.ts'

/** Public calls of an upload link. The handler parses the form as it arrives. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

  registerCall(app, getUploadStatus, { access: 'public' }, async (request) => {
    const { folder } = await requireOpenUploadLink(context, request)
    const required = requiredGates(folder)
    const passed = await findPassedGates(context, request, folder)
    const requires_password = required.password && !passed.password
    const requires_email = required.email && passed.email === null
    const owner_name = await ownerNameOf(context.db, folder.id)
    return {
      title: folder.title,
      description: folder.description,
      ...(owner_name !== undefined && { owner_name }),
      requires_password,
      requires_email,
      has_allowed_emails_list: required.email && folder.allowed_emails !== null,
      ...(required.email && context.mailer.sendsMail && { confirms_by_email: true }),
      perform_mime_check: folder.perform_mime_check === 1,
      ...(folder.private_names === 1 && { private_names: true }),
      ...(folder.retention_days !== null && { retention_days: folder.retention_days }),
      sender_fields: senderFieldsOf(folder),
      room_left: requires_password || requires_email ? null : await roomLeft(context, folder.id),
      max_file_bytes: context.maxFileBytes,
    }
  })

  registerCall(app, getRecipientKey, { access: 'public' }, async (request) => {
    await context.limits.recipientKeys.consume(request)
    const { folder } = await requireOpenUploadLink(context, request)
    const public_key_spki = await recipientKeyOf(context.db, folder.id)
    if (public_key_spki === undefined) throw notFound(errorDetails.recipientKeyMissing)
    return { public_key_spki }
  })

  registerCall(app, uploadFiles, { access: 'public', readsBody: true }, async (request, reply) => {
    const target = await requireUploadLinkToFinish(context, request)
    const { folder, closed, sentBy } = target
    const announced = contentLengthOf(request)
    await context.limits.uploads.consume(request, announced)
    const key = await recipientKeyOf(context.db, folder.id)
    const keyInForce = key === undefined ? null : fingerprint(key)
    const memory = context.memory.openAccount(addressOrNetwork(request.ip))
    const staging = new Staging(context, folder.id, announced, memory)
    try {
      memory.take(bodyReadingBytes)
      const { password, email } = requiredGates(folder)
      const batch = await readUploadForm(context, request, staging, {
        isRequired: password || email,
        passGates: (field) => requireGatesByForm(context, reply, folder, field),
      })
      if (closed !== undefined) await requireBegunBefore(context, target, batch, closed)
      const sender = { by: callerActor(request), principal: principalOf(request), sentBy }
      return await confirmBatch(context, folder, batch, { ...sender, keyInForce }, staging)
    } catch (error) {
      await staging.discard()
      throw error
    } finally {
      staging.release()
      await context.limits.uploads.charge(request, staging.unannouncedBytes)
    }
  })
}

/** Remaining capacity as reported to visitors of the link, see the contract. */
async function roomLeft({ storageLimits }: Context, folderId: number): Promise<number | null> {
  const left = await storageLimits.quotaLeft(folderId, maxReportedRoomBytes)
  return left > maxReportedRoomBytes ? null : Math.max(0, left)
}

/** After the link was closed, only a batch or uploads in parts that began before are accepted. */
async function requireBegunBefore(
  { db }: Context,
  target: UploadTarget,
  batch: SentBatch,
  { at, why }: LinkClosure,
) {
  if (batch.batchId !== undefined && (await hasBatchBegunBefore(db, target.folder.id, batch.batchId, at)))
    return
  const references = await findReferencedUploads(db, target, batch)
  const begun = batch.files.every(
    ({ content }) => 'uploadId' in content && (references.get(content.uploadId)?.created_at ?? '~') <= at,
  )
  if (!begun) throw gone(why)
}
