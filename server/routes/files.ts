import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import {
  deleteFiles,
  downloadFile,
  downloadFilesTogether,
  type FileKeys,
  briefFileRecord,
  extendRetention,
  fileRecord,
  type FileRecord,
  getFileKeys,
  listAnswers,
  listDeliveries,
  listFiles,
  listTrashedFiles,
  restoreFiles,
  trashedFile,
} from '../../contract/schemas/folders.ts'
import { encryptedKeyHeader } from '../../contract/headers.ts'
import { maxAnswersListed, maxDeliveries } from '../../contract/limits.ts'
import { latestExpiry } from '../../contract/operatorRules.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { requireMember, requireOwner, filesWithTrash } from '../db/folders/folderAccess.ts'
import { putOffExpiry } from '../db/files/expiringFiles.ts'
import { newestDeliveries } from '../db/files/deliveries.ts'
import { trashFiles } from '../db/files/trashedFiles.ts'
import { listBatchAnswers } from '../db/uploads/answers.ts'
import { slicesOf } from '../db/slicesOf.ts'
import { rowsPerRemoval } from '../db/removeSomeRows.ts'
import * as files from '../db/files/files.ts'
import { recipientKeyOf } from '../db/folders/rosters.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { filesPerPiece } from '../downloads/linkResponse.ts'
import { RepeatedFiles } from '../downloads/repeatedFiles.ts'
import { notFound } from '../http/errors.ts'
import { rulesInForce } from '../operatorRules.ts'
import { trashStart, trashTimes } from '../retention/trashTimes.ts'
import { restoreTrashedFiles } from '../uploads/restoreTrashedFiles.ts'
import { currentUser } from '../plugins/sessions.ts'
import { fingerprint } from '../security/publicKeys.ts'
import { jsonArray, streamJson } from '../http/streamJson.ts'
import { paginateById, sendList } from '../http/sendList.ts'
import { type SendCallbacks, sendSealedFile, sendConcatenatedFiles } from '../downloads/sealedFile.ts'

export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { audit, auditBuffer, db, downloadRecorder, housekeeping, limits, storageLimits, trashDays } = context

  registerCall(app, listDeliveries, { access: 'user' }, async (request) => {
    await downloadRecorder.flush()
    const deliveries = await newestDeliveries(db, currentUser(request).id, maxDeliveries)
    return deliveries.map(({ folderId, batchId, files, bytes, lastAt, email }) => ({
      ...{ folder_id: folderId, batch_id: batchId, files, bytes },
      ...{ last_upload_time: lastAt, uploader_email: email },
    }))
  })

  registerCall(app, listFiles, { access: 'user', streams: true }, async (request, reply) => {
    const folderId = request.params.id
    await requireMember(db, folderId, currentUser(request).id)
    await downloadRecorder.flush()
    const withoutHash = await fileRecords(db, folderId)
    const { new_of } = request.query
    const newOf = new_of === undefined ? undefined : { batchId: new_of === 'none' ? null : new_of }
    const pages = paginateById((after, limit) => files.listFiles(db, folderId, { after, limit, newOf }))
    if (request.query.hashes === undefined)
      return sendList(reply, pages, (file) =>
        fileRecord.parse({ ...withoutHash(file), file_hash: file.sha256 }),
      )
    const repeated = new RepeatedFiles()
    return sendList(reply, pages, (file) =>
      briefFileRecord.parse({ ...withoutHash(file), ...repeated.addFile(file) }),
    )
  })

  registerCall(app, listAnswers, { access: 'user' }, async (request) => {
    const folderId = request.params.id
    await requireMember(db, folderId, currentUser(request).id)
    const { after } = request.query
    const answers = await listBatchAnswers(db, folderId, { after, limit: maxAnswersListed })
    return { answers, next: answers.length < maxAnswersListed ? null : (answers.at(-1)?.batch_id ?? null) }
  })

  registerCall(app, getFileKeys, { access: 'user', streams: true }, async (request, reply) => {
    const ids = [...new Set(request.body.file_ids)]
    const { id: userId } = currentUser(request)
    // Owners see the names of files in the trash.
    const byFile = await files.foldersOfFiles(db, ids, userId, filesWithTrash)
    const isListed = ({ role, trashedAt }: files.FolderOfFile) => trashedAt === null || role === 'owner'
    if (byFile.size !== ids.length || ![...byFile.values()].every(isListed))
      throw notFound(errorDetails.fileNotFound)
    const withHashes = request.query.hashes !== undefined
    return streamJson(reply, jsonArray(fileKeyPages(db, ids, userId, withHashes)))
  })

  registerCall(app, deleteFiles, { access: 'user' }, async (request) => {
    const erases = trashDays === 0 || request.query.now !== undefined
    const errors = await changeFilesInSteps(request, {
      kind: 'files-deleted',
      isFound: ({ trashedAt }) => erases || trashedAt === null,
      change: (trx, ids) => (erases ? files.deleteFiles : trashFiles)(trx, ids, isoNow(context)),
    })
    if (erases) {
      housekeeping.removeEndedLinks()
      housekeeping.collectGarbage()
    }
    return { errors }
  })

  registerCall(app, listTrashedFiles, { access: 'user', streams: true }, async (request, reply) => {
    const folderId = request.params.id
    await requireOwner(db, folderId, currentUser(request).id)
    const record = await fileRecords(db, folderId)
    const trash = { start: trashStart(context), now: isoNow(context) }
    const pages = paginateById((after, limit) => files.listFiles(db, folderId, { after, limit, trash }))
    const repeated = new RepeatedFiles()
    return sendList(reply, pages, (file) =>
      trashedFile.parse({
        ...record(file),
        ...(request.query.hashes === undefined ? repeated.addFile(file) : { file_hash: file.sha256 }),
        ...trashTimes(context, assertDefined(file.trashed_at ?? undefined), file.expires_at),
      }),
    )
  })

  registerCall(app, restoreFiles, { access: 'user' }, async (request) => {
    await limits.restorations.consume(currentUser(request).id)
    const [start, now] = [trashStart(context), isoNow(context)]
    return {
      errors: await changeFilesInSteps(request, {
        kind: 'files-restored',
        isFound: ({ trashedAt, expiresAt }) =>
          trashedAt === null || (trashedAt > start && (expiresAt === null || expiresAt > now)),
        // The others are those of a repeated call.
        isToChange: ({ trashedAt }) => trashedAt !== null,
        async change(trx, ids, folderId, restored) {
          await restoreTrashedFiles(trx, ids, folderId)
          const times = restored.flatMap(({ trashedAt }) => trashedAt ?? [])
          await storageLimits.requireRoomToRestore(trx, folderId, times)
        },
      }),
    }
  })

  registerCall(app, extendRetention, { access: 'user' }, async (request) => {
    const until = request.body.expires_at
    const rules = await rulesInForce(context, db)
    const isLater = ({ expiresAt }: files.FolderOfFile) =>
      expiresAt !== null && (until === null || until > expiresAt)
    return {
      errors: await changeFilesInSteps(request, {
        kind: 'retention-extended',
        isFound: ({ trashedAt }) => trashedAt === null,
        isToChange: isLater,
        refusalOf(file) {
          const latest = latestExpiry(rules, file.uploadTime)
          const isTooLate = latest !== null && (until === null || until > latest)
          return isTooLate && isLater(file) ? errorDetails.retentionTooLong : undefined
        },
        change: (trx, ids) => putOffExpiry(trx, ids, until),
      }),
    }
  })

  interface FilesChange {
    kind: 'files-deleted' | 'files-restored' | 'retention-extended'
    isFound: (file: files.FolderOfFile) => boolean
    isToChange?: (file: files.FolderOfFile) => boolean
    /** Why a file of the caller's is not changed. */
    refusalOf?: (file: files.FolderOfFile) => string | undefined
    /** Changes files of one folder, in a transaction that holds it. */
    change: (
      trx: Db,
      ids: readonly number[],
      folderId: number,
      files: readonly files.FolderOfFile[],
    ) => Promise<void>
  }

  /** Changes files of a request that the caller owns, and returns the reasons for the others. */
  async function changeFilesInSteps(
    request: FastifyRequest & { body: { file_ids: number[] } },
    change: FilesChange,
  ) {
    const errors: Awaited<ReturnType<typeof changeFiles>> = []
    for (const ids of slicesOf([...new Set(request.body.file_ids)], rowsPerRemoval)) {
      errors.push(...(await transact(db, (trx) => changeFiles(trx, request, ids, change))))
      // SQLite does not yield to the event loop.
      await yieldToLoop()
    }
    return errors
  }

  async function changeFiles(
    trx: Db,
    request: FastifyRequest,
    ids: readonly number[],
    { kind, isFound, isToChange = () => true, refusalOf, change }: FilesChange,
  ) {
    const byFile = await files.lockFoldersOfFiles(trx, ids, currentUser(request).id, filesWithTrash)
    const errorOf = (id: number) => {
      const file = byFile.get(id)
      if (file === undefined || !isFound(file)) return errorDetails.fileNotFound
      if (file.role === 'owner') return refusalOf?.(file)
      // Members are not told what is in the trash.
      return file.trashedAt === null ? errorDetails.ownersOnly : errorDetails.fileNotFound
    }
    const fileOf = (id: number) => assertDefined(byFile.get(id))
    const changed = ids.filter((id) => errorOf(id) === undefined && isToChange(fileOf(id)))
    for (const [folderId, idsOfFolder] of Map.groupBy(changed, (id) => fileOf(id).folderId)) {
      await change(trx, idsOfFolder, folderId, idsOfFolder.map(fileOf))
      const details = { files: idsOfFolder.length }
      await audit.record(trx, callerActor(request), { kind, folderId, details })
    }
    return ids.flatMap((file_id) => {
      const error = errorOf(file_id)
      return error === undefined ? [] : [{ file_id, error }]
    })
  }

  registerCall(app, downloadFile, { access: 'user', head: true, streams: true }, async (request, reply) => {
    const file = await files.findFile(db, request.params.id, currentUser(request).id)
    if (file === undefined) throw notFound(errorDetails.fileNotFound)
    void reply.header(encryptedKeyHeader, file.encrypted_key)
    return sendSealedFile(context, reply, file, sendCallbacks(request, request.query.preview === '1'))
  })

  registerCall(app, downloadFilesTogether, { access: 'user', streams: true }, async (request, reply) => {
    const { ids } = request.query
    const found = await files.findFiles(db, ids, currentUser(request).id)
    return sendConcatenatedFiles(context, reply, ids, found, sendCallbacks(request))
  })

  const sendCallbacks = (request: FastifyRequest, isPreview = false): SendCallbacks => {
    const by = callerActor(request)
    const from = (file: { folder_id: number }) => ({
      folderId: file.folder_id,
      ...(isPreview && { preview: true as const }),
    })
    return {
      onBegin: (file) => auditBuffer.addDownload(by, from(file), file, 'begun'),
      onComplete(file) {
        auditBuffer.addDownload(by, from(file), file, 'completed')
        if (!isPreview) downloadRecorder.recordMemberDownload(file.id)
      },
    }
  }
}

/** Returns a function that describes files of a folder, without their hashes. */
async function fileRecords(db: Db, folderId: number) {
  const key = await recipientKeyOf(db, folderId)
  const inForce = key === undefined ? null : fingerprint(key)
  return (file: files.ListedFile): Omit<FileRecord, 'file_hash' | 'repeat_of'> => ({
    id: file.id,
    original_filename: file.original_filename,
    stored_filename: [folderId, ...(file.directory === '.' ? [] : [file.directory]), file.listed_name].join(
      '/',
    ),
    file_size: file.size,
    upload_time: file.upload_time,
    last_downloaded_admin: file.last_downloaded_admin,
    ...(file.expires_at !== null && { expires_at: file.expires_at }),
    uploader_email: file.uploader_email,
    ...(file.sender !== null && { sent_by: file.sender }),
    ...(file.sealed_to !== null && file.sealed_to !== inForce && { sealed_to: file.sealed_to }),
    ...(file.copy_id !== null && { copied: true }),
    ...(file.damaged_at !== null && { damaged_at: file.damaged_at }),
  })
}

/** Keys of files in pages, since manifests chosen by senders may be long. */
async function* fileKeyPages(
  db: Db,
  ids: readonly number[],
  userId: number,
  withHashes: boolean,
): AsyncGenerator<FileKeys[]> {
  for (const someIds of slicesOf(ids, filesPerPiece)) {
    const found = await files.findFiles(db, someIds, userId, filesWithTrash)
    // Deleted since they were counted. Sent bytes cannot be taken back, so the response ends early.
    if (found.length < someIds.length) throw notFound(errorDetails.fileNotFound)
    yield found.map((file) => ({
      id: file.id,
      encrypted_key: file.encrypted_key,
      encryption_iv: file.encryption_iv,
      manifest: file.manifest,
      sealed_to: file.sealed_to ?? '',
      ...(withHashes && { file_hash: file.sha256 }),
    }))
  }
}
