import type { FastifyInstance } from 'fastify'
import { detail } from '../../contract/errors.ts'
import {
  deleteFiles,
  downloadFile,
  downloadFilesTogether,
  type FileRecord,
  getFileKeys,
  listFiles,
} from '../../contract/folders.ts'
import { encryptedKeyHeader } from '../../contract/headers.ts'
import { registerCall } from '../calls.ts'
import { isoNow, type Context } from '../context.ts'
import * as files from '../db/files.ts'
import { ownsFolder } from '../db/folders.ts'
import { holdFolders } from '../db/folders.ts'
import { transact } from '../db/transact.ts'
import { notFound } from '../errors.ts'
import { administrator } from '../plugins/sessions.ts'
import { fingerprint } from '../security/fingerprint.ts'
import { sendList } from './sendList.ts'
import { sendSealedFile, sendTogether } from './sealedFile.ts'

export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { db, downloadNotes, housekeeping } = context

  registerCall(app, 'administrator', listFiles, async (request, reply) => {
    const owner = administrator(request)
    const folderId = request.params.id
    if (!(await ownsFolder(db, folderId, owner.id))) throw notFound(detail.folderNotFound)
    await downloadNotes.flush()
    const inForce = owner.public_key_spki === null ? null : fingerprint(owner.public_key_spki)
    const record = (file: files.ListedFile): FileRecord => ({
      id: file.id,
      original_filename: file.original_filename,
      stored_filename: [folderId, ...(file.directory === '.' ? [] : [file.directory]), file.listed_name].join(
        '/',
      ),
      file_size: file.size,
      file_hash: file.sha256,
      upload_time: file.upload_time,
      last_downloaded_admin: file.last_downloaded_admin,
      uploader_email: file.uploader_email,
      ...(file.sealed_to !== null && file.sealed_to !== inForce && { sealed_to: file.sealed_to }),
    })
    const listed = await files.listFiles(db, folderId)
    return sendList(request, reply, listed, (rows) => listFiles.response.parse(rows.map(record)))
  })

  registerCall(app, 'administrator', getFileKeys, async (request) => {
    const ids = [...new Set(request.body.file_ids)]
    const found = await files.findFiles(db, ids, administrator(request).id)
    if (found.length !== ids.length) throw notFound(detail.fileNotFound)
    return found.map((file) => ({
      id: file.id,
      encrypted_key: file.encrypted_key,
      encryption_iv: file.encryption_iv,
      manifest: file.manifest,
      sealed_to: file.sealed_to ?? '',
    }))
  })

  registerCall(app, 'administrator', deleteFiles, async (request) => {
    const ids = [...new Set(request.body.file_ids)]
    const owned = await transact(db, async (trx) => {
      const found = await files.foldersOfFiles(trx, ids, administrator(request).id)
      await holdFolders(trx, new Set(found.values()))
      await files.deleteFiles(trx, [...found.keys()], isoNow(context))
      return found
    })
    housekeeping.collectGarbage()
    const missing = ids.filter((id) => !owned.has(id))
    return { errors: missing.map((file_id) => ({ file_id, error: detail.fileNotFound })) }
  })

  registerCall(
    app,
    'administrator',
    downloadFile,
    async (request, reply) => {
      const file = await files.findFile(db, request.params.id, administrator(request).id)
      if (file === undefined) throw notFound(detail.fileNotFound)
      void reply.header(encryptedKeyHeader, file.encrypted_key)
      return sendSealedFile(context, request, reply, file, () => downloadNotes.ownerReceived(file.id))
    },
    { head: true },
  )

  registerCall(app, 'administrator', downloadFilesTogether, async (request, reply) => {
    const { ids } = request.query
    const found = await files.findFiles(db, ids, administrator(request).id)
    return sendTogether(context, reply, ids, found, (file) => downloadNotes.ownerReceived(file.id))
  })
}
