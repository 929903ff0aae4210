import { normalizedName } from '../../contract/fileNames.ts'
import { type UploadResult, uploadResult } from '../../contract/schemas/uploads.ts'
import { type Fault, fault } from '../faults/fault.ts'
import { knownCode } from '../faults/faultOfResponse.ts'
import { withoutSecrets } from '../faults/withoutSecrets.ts'
import type { Verdict } from './state.ts'

/** A file as named in a confirmation request. */
export interface ConfirmedFile {
  readonly name: string
  readonly path: string
  /** Its `batch_indexes` value. */
  readonly index: number
  /** SHA-256 of the content sent now, in hex. */
  readonly hash: string
}

type Failure = UploadResult['failed_files'][number]
type ResultItem = UploadResult['successful_files'][number] | Failure

/** The server's verdicts, in the order of the files: matched by index, if name and path match. */
export function readVerdicts(files: readonly ConfirmedFile[], response: unknown): Verdict[] {
  const result = uploadResult.safeParse(response).data
  if (!result) return files.map(() => ({ ok: false, fault: fault('no-verdict') }))
  const all: ResultItem[] = [...result.successful_files, ...result.failed_files]
  const byIndex = new Map(all.map((entry) => [entry.index, entry]))
  return files.map(({ name, path, index, hash }) => {
    const entry = byIndex.get(index)
    const key = entry && resultKey(entry.path, entry.original_raw_name_from_client)
    if (!entry || key !== resultKey(path, name)) return { ok: false, fault: fault('unreported') }
    if ('error' in entry) return { ok: false, fault: faultOfFailure(entry) }
    // A repeated confirmation gets the first response, and the file stored then remains.
    if (entry.sha256 !== hash) return { ok: false, fault: fault('stored-otherwise') }
    return { ok: true, fileId: entry.id }
  })
}

const faultOfFailure = ({ error, code }: Failure): Fault =>
  fault(knownCode(null, code, error) ?? 'not-stored', { said: withoutSecrets(error) })

/** Lower-cased, Unicode-normalised path and name, where %22 is a quote. */
const resultKey = (path: string, name: string): string =>
  `${normalizedName(path)}/${normalizedName(name)}`.toLowerCase()
