import { type UploadResult, uploadResult } from '../../contract/uploads.ts'
import { changedText } from './verdictTexts.ts'

/** A file of a confirmation, as it was named there. */
export interface ConfirmedFile {
  name: string
  path: string
  /** Its `batch_indexes` value. */
  index: number
  /** SHA-256 of what was sent now. */
  hash: string
}

export type FileVerdict = { ok: true; fileId: number; filename: string } | { ok: false; error: string }

type ResultItem = UploadResult['successful_files'][number] | UploadResult['failed_files'][number]

/** The server's word on each file: by index, else by path and name as `resultKey` spells them. */
export function verdicts(files: ConfirmedFile[], answer: unknown): FileVerdict[] {
  const result = uploadResult.safeParse(answer).data
  if (!result) return files.map(() => ({ ok: false, error: 'Received empty response data from server.' }))
  const all: ResultItem[] = [...result.successful_files, ...result.failed_files]
  const byIndex = new Map(all.map((entry) => [entry.index, entry]))
  const byKey = new Map(
    all.map((entry) => [resultKey(entry.path, entry.original_raw_name_from_client), entry]),
  )
  return files.map(({ name, path, index, hash }) => {
    const key = resultKey(path, name)
    const indexed = byIndex.get(index)
    const entry =
      indexed && resultKey(indexed.path, indexed.original_raw_name_from_client) === key
        ? indexed
        : byKey.get(key)
    if (!entry) return { ok: false, error: 'Upload status unreported by server' }
    if ('error' in entry) return { ok: false, error: entry.error || 'Upload failed on server' }
    // A repeat is answered as the first time, and what came then stays.
    if (entry.sha256 !== undefined && entry.sha256 !== hash) return { ok: false, error: changedText }
    return { ok: true, fileId: entry.id, filename: entry.filename }
  })
}

/** Lower-cased, Unicode-normalised path and name, where %22 is a quote. */
function resultKey(path: string, name: string): string {
  const plain = (text: string) =>
    text
      .replaceAll('%22', '"')
      .replace(/%0D|%0A|[\u0001-\u001f\u007f]/gi, '_')
      .normalize('NFC')
      .toLowerCase()
  return `${plain(path)}/${plain(name)}`
}
