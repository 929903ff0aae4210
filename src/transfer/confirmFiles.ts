import { callUrl } from '../../contract/call.ts'
import { uploadFiles, uploadForm, type UploadResult, uploadResult } from '../../contract/uploads.ts'
import type { SealedFields } from '../../workers/fileSealer.ts'
import { send } from './sendBlob.ts'
import type { UploadItem } from './uploadTypes.ts'

/** A sealed file as it goes into the form: its bytes, or a reference to parts that are on the server already. */
export interface SealedItem {
  item: UploadItem
  /** Its place in what the person started as one batch. */
  index: number
  body: Blob
  fields: SealedFields
}

export interface BatchPlace {
  batchId: string
  isLast: boolean
}

/** The multipart form of the specification. A file's fields precede it, so that the server knows all when it comes. */
export function uploadRequestForm(files: SealedItem[], { batchId, isLast }: BatchPlace): FormData {
  const form = new FormData()
  form.append(uploadForm.batchId, batchId)
  if (isLast) form.append(uploadForm.batchLast, '1')
  for (const { item, index, body, fields } of files) {
    form.append(uploadForm.encryptedKeys, fields.encryptedKeyB64)
    form.append(uploadForm.encryptionIvs, fields.ivB64)
    form.append(uploadForm.relativePaths, item.path)
    form.append(uploadForm.fileHashes, fields.hash)
    form.append(uploadForm.fileManifests, fields.manifestB64)
    form.append(uploadForm.batchIndexes, String(index))
    form.append(uploadForm.files, body, item.name)
  }
  return form
}

/**
 * Sends files to be confirmed; repeats are harmless, since the server answers a repeated batch index with the first
 * result. @throws NetworkError, RefusedError, or the signal's reason
 */
export async function confirmFiles(
  linkToken: string,
  form: FormData,
  signal: AbortSignal,
  onProgress?: (bytes: number) => void,
): Promise<UploadResult | undefined> {
  const url = callUrl(uploadFiles, { link_token: linkToken })
  const answer = await send({ method: 'POST', url, body: form, signal, ...(onProgress && { onProgress }) })
  return uploadResult.safeParse(answer).data
}

export type FileVerdict = { ok: true; fileId: number; filename: string } | { ok: false; error: string }

type ResultItem = UploadResult['successful_files'][number] | UploadResult['failed_files'][number]

/** The server's word on each file: by index, else by path and name as the specification matches them. */
export function verdicts(files: SealedItem[], result: UploadResult | undefined): FileVerdict[] {
  if (!result) return files.map(() => ({ ok: false, error: 'Received empty response data from server.' }))
  const all: ResultItem[] = [...result.successful_files, ...result.failed_files]
  const byIndex = new Map(all.map((entry) => [entry.index, entry]))
  const byKey = new Map(
    all.map((entry) => [resultKey(entry.path, entry.original_raw_name_from_client), entry]),
  )
  return files.map(({ item, index }) => {
    const key = resultKey(item.path, item.name)
    const indexed = byIndex.get(index)
    const entry =
      indexed && resultKey(indexed.path, indexed.original_raw_name_from_client) === key
        ? indexed
        : byKey.get(key)
    if (!entry) return { ok: false, error: 'Upload status unreported by server' }
    if ('error' in entry) return { ok: false, error: entry.error || 'Upload failed on server' }
    return { ok: true, fileId: entry.id, filename: entry.filename }
  })
}

/** Lower-cased, Unicode-normalised path and name, where %22 is a quote (specification, 7). */
function resultKey(path: string, name: string): string {
  const plain = (text: string) =>
    text
      .replaceAll('%22', '"')
      .replace(/%0D|%0A|[\u0001-\u001f\u007f]/gi, '_')
      .normalize('NFC')
      .toLowerCase()
  return `${plain(path)}/${plain(name)}`
}
