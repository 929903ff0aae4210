import type { z } from 'zod'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import { batchResultLifetimeSeconds } from '../../contract/limits.ts'
import type { hiddenRow } from '../../contract/schemas/fields.ts'
import type { hideNames as hideNamesCall } from '../../contract/schemas/folders.ts'
import { findFilesOfFolder, renameFiles, takenListedKeys, type RenamedFile } from '../db/files/files.ts'
import { lockFolder, findMemberFolder } from '../db/folders/folders.ts'
import { requireOwner } from '../db/folders/folderAccess.ts'
import { deleteResultsOfBatches, findLastResults } from '../db/uploads/uploads.ts'
import type { Db } from '../db/schema.ts'
import { conflict, invalidField } from '../http/errors.ts'
import { isoAfter, isoBefore } from '../util/isoTime.ts'
import { assignFreeNames } from './fileNames.ts'

/** What a file's row has for a hidden name: FORMAT.md, 21. */
export const hiddenColumns = ({ name, file_hash }: z.output<typeof hiddenRow>) => ({
  directory: '.',
  name,
  sha256: file_hash,
})

interface HidingRequest {
  folderId: number
  userId: number
  files: z.output<typeof hideNamesCall.body>['files']
  now: Date
}

/**
 * Replaces the names, paths and hashes of files by placeholders, in their rows and with the expired results of their
 * batches. Files that a repeated request could name wait until their results expire. Run it in a transaction.
 * @returns the response, and how many files have changed
 * @throws HttpError 403 or 404; 409 if the folder does not hide names, 422 if a file has another key
 */
export async function hideNames(trx: Db, { folderId, userId, files, now }: HidingRequest) {
  await lockFolder(trx, folderId)
  await requireOwner(trx, folderId, userId)
  if ((await findMemberFolder(trx, folderId, userId))?.private_names !== 1)
    throw conflict(errorDetails.namesNotHidden)
  const requested = new Map(files.map((file) => [file.file_id, file]))
  if (requested.size < files.length) throw invalidField('files', 'A file is named twice.')
  const rows = await findFilesOfFolder(trx, folderId, [...requested.keys()])
  const requestOf = (id: number) => assertDefined(requested.get(id))
  if (rows.some((row) => keyCommitmentOf(row) !== requestOf(row.id).key_commitment))
    throw invalidField('files', errorDetails.otherKeyCommitment, 'otherKeyCommitment')

  const shown = rows.filter(({ id, original_filename, directory, sha256 }) => {
    const hidden = hiddenColumns(requestOf(id))
    return original_filename !== hidden.name || directory !== hidden.directory || sha256 !== hidden.sha256
  })
  const expired = isoBefore(now, batchResultLifetimeSeconds)
  const batches = [...new Set(shown.flatMap(({ batch_id }) => batch_id ?? []))]
  const lastResults = new Map(
    [...(await findLastResults(trx, folderId, batches))].filter(([, last]) => last >= expired),
  )
  const mayRename = ({ batch_id }: (typeof rows)[number]) => batch_id === null || !lastResults.has(batch_id)
  const renamable = shown.filter(mayRename)
  const named = await assignFreeNames(
    renamable.map((row) => ({ row, ...hiddenColumns(requestOf(row.id)) })),
    (keys) => takenListedKeys(trx, folderId, keys),
  )
  await renameFiles(
    trx,
    folderId,
    named.map(({ file: { row, ...hidden }, name, key }): RenamedFile => ({
      row,
      original_filename: hidden.name,
      directory: hidden.directory,
      sha256: hidden.sha256,
      listed_name: name,
      listed_key: key,
    })),
  )
  await deleteResultsOfBatches(
    trx,
    folderId,
    batches.filter((batch) => !lastResults.has(batch)),
  )
  const waiting = shown.length - renamable.length
  const last = [...lastResults.values()].sort().at(-1)
  return {
    response: {
      hidden: rows.length - waiting,
      waiting,
      waiting_until: last === undefined ? null : isoAfter(new Date(last), batchResultLifetimeSeconds),
    },
    changed: renamable.length,
  }
}

/** kc, where FORMAT.md, 3, has it in a manifest; undefined without one. */
const keyCommitmentOf = ({ manifest }: { manifest: string | null }): string | undefined =>
  manifest === null ? undefined : Buffer.from(manifest, 'base64').subarray(4, 36).toString('base64url')
