import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import {
  endUnfinishedUpload,
  listUnfinishedUploads,
  type UnfinishedUpload,
} from '../../contract/schemas/folders.ts'
import { maxUnfinishedListed } from '../../contract/limits.ts'
import { partLength } from '../blobs/blobStore.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { requireMember, requireOwner } from '../db/folders/folderAccess.ts'
import { lockFolder } from '../db/folders/folders.ts'
import type { UploadRow } from '../db/schema.ts'
import { deleteUpload, findUpload, findUnfinishedUploads } from '../db/uploads/uploads.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import { uploadExpiresAt, partPlanOf } from '../uploads/partsUpload.ts'

/** Number of uploads that are looked up in the store in parallel. */
const lookupsAtOnce = 32

/** Unfinished uploads of a folder: members can list them, owners can end them. */
export function unfinishedUploadRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, blobs, housekeeping } = context

  async function unfinishedUploadOf(upload: UploadRow): Promise<UnfinishedUpload> {
    const plan = partPlanOf(upload)
    const parts = await blobs.listParts(upload.blob_key, plan)
    return {
      id: upload.id,
      announced_bytes: upload.size,
      arrived_bytes: parts.reduce((sum, n) => sum + partLength(plan, n), 0),
      begun_at: upload.created_at,
      last_part_at: upload.first_part_at === null ? null : upload.last_part_at,
      expires_at: uploadExpiresAt(upload),
      uploader_email: upload.uploader_email,
    }
  }

  registerCall(app, listUnfinishedUploads, { access: 'user' }, async (request) => {
    const { id } = request.params
    await requireMember(db, id, currentUser(request).id)
    const now = isoNow(context)
    const found = await findUnfinishedUploads(db, id, maxUnfinishedListed)
    const uploads = found.filter((upload) => uploadExpiresAt(upload) > now)
    const listed: UnfinishedUpload[] = []
    for (let from = 0; from < uploads.length; from += lookupsAtOnce) {
      listed.push(...(await Promise.all(uploads.slice(from, from + lookupsAtOnce).map(unfinishedUploadOf))))
    }
    return listed
  })

  registerCall(app, endUnfinishedUpload, { access: 'user' }, async (request) => {
    const { id, upload_id } = request.params
    const caller = currentUser(request)
    await transact(db, async (trx) => {
      await lockFolder(trx, id)
      await requireOwner(trx, id, caller.id)
      const upload = await findUpload(trx, upload_id, id)
      if (upload === undefined) throw notFound(errorDetails.uploadUnknown)
      if (!(await deleteUpload(trx, upload.id, isoNow(context)))) throw conflict(errorDetails.uploadConfirmed)
      await audit.record(trx, callerActor(request), { kind: 'unfinished-upload-ended', folderId: id })
    })
    housekeeping.collectGarbage()
  })
}
