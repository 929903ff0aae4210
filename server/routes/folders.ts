import type { FastifyInstance } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { createFolder, deleteFolder, getFolder, listFolders, type Folder } from '../../contract/folders.ts'
import { registerCall } from '../calls.ts'
import { isoNow, type Context } from '../context.ts'
import { deleteFilesOfFolder } from '../db/files.ts'
import * as folders from '../db/folders.ts'
import { flag } from '../db/schema.ts'
import { deleteUploadsOfFolder } from '../db/uploads.ts'
import { notFound, unprocessable } from '../errors.ts'
import { administrator } from '../plugins/sessions.ts'
import { newToken } from '../security/tokens.ts'

export function folderRoutes(app: FastifyInstance, context: Context): void {
  const { db, downloadNotes, housekeeping } = context

  registerCall(app, 'administrator', listFolders, async (request) => {
    const { sort_by, sort_order } = request.query
    await downloadNotes.flush()
    const rows = await folders.listFolders(db, administrator(request).id, sort_by, sort_order)
    return rows.map(folderAnswer)
  })

  registerCall(app, 'administrator', getFolder, async (request) => {
    await downloadNotes.flush()
    const row = await folders.findFolder(db, request.params.id, administrator(request).id)
    if (row === undefined) throw notFound(detail.folderNotFound)
    return folderAnswer(row)
  })

  registerCall(app, 'administrator', createFolder, async (request) => {
    const { body } = request
    const owner = administrator(request)
    // Nothing may look protected that is not.
    if (body.link_password || body.require_email_verification || body.allowed_emails?.length) {
      throw unprocessable(detail.gateUnavailable)
    }
    const now = context.now()
    const id = await folders.insertFolder(db, {
      owner_id: owner.id,
      title: body.title,
      description: body.description === '' ? null : (body.description ?? null),
      creation_date: now.toISOString(),
      expiration_date: expiration(body, now),
      last_upload_time: null,
      perform_mime_check: flag(body.perform_mime_check),
      link_token: newToken(),
      link_password_hash: null,
      allowed_emails: null,
    })
    const row = await folders.findFolder(db, id, owner.id)
    if (row === undefined) throw notFound(detail.folderNotFound)
    return folderAnswer(row)
  })

  registerCall(app, 'administrator', deleteFolder, async (request) => {
    const { id } = request.params
    const owner = administrator(request)
    await db.transaction().execute(async (trx) => {
      if (!(await folders.ownsFolder(trx, id, owner.id))) throw notFound(detail.folderNotFound)
      await deleteFilesOfFolder(trx, id, isoNow(context))
      await deleteUploadsOfFolder(trx, id, isoNow(context))
      await folders.deleteFolder(trx, id)
    })
    housekeeping.collectGarbage()
    return undefined
  })
}

/** A number of days wins over a date. */
function expiration(
  body: { expires_in_days?: number | undefined; expiration_date?: string | null | undefined },
  now: Date,
): string | null {
  if (body.expires_in_days !== undefined) {
    return new Date(now.getTime() + body.expires_in_days * 24 * 3600 * 1000).toISOString()
  }
  return body.expiration_date ? new Date(body.expiration_date).toISOString() : null
}

const folderAnswer = (row: folders.FolderSummary): Folder => ({
  id: row.id,
  title: row.title,
  description: row.description,
  creation_date: row.creation_date,
  expiration_date: row.expiration_date,
  last_upload_time: row.last_upload_time,
  is_active: row.is_active === 1,
  has_password: row.link_password_hash !== null,
  require_email_verification: row.require_email_verification === 1,
  allowed_emails: row.allowed_emails === null ? null : (JSON.parse(row.allowed_emails) as string[]),
  perform_mime_check: row.perform_mime_check === 1,
  link_token: row.link_token,
  has_undownloaded_files: row.undownloaded_count > 0,
  file_count: row.file_count,
  total_size: row.total_size,
})
