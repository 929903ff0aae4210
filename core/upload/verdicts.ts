import { sameName } from '../../contract/names.ts'
import { type UploadResult, uploadResult } from '../../contract/schemas/uploads.ts'
import { type Fault, fault } from '../faults/fault.ts'
import { knownCode } from '../faults/faultOfAnswer.ts'
import { withoutSecrets } from '../faults/withoutSecrets.ts'
import type { Verdict } from './state.ts'

/** A file of a confirmation, as it was named there. */
export interface ConfirmedFile {
  readonly name: string
  readonly path: string
  /** Its `batch_indexes` value. */
  readonly index: number
  /** SHA-256 of what was sent now, in hex. */
  readonly hash: string
}

type Failure = UploadResult['failed_files'][number]
type ResultItem = UploadResult['successful_files'][number] | Failure

/** The server's word on each file, in their order: by index, and only where it names that very file. */
export function verdicts(files: readonly ConfirmedFile[], answer: unknown): Verdict[] {
  const result = uploadResult.safeParse(answer).data
  if (!result) return files.map(() => ({ ok: false, fault: fault('no-verdict') }))
  const all: ResultItem[] = [...result.successful_files, ...result.failed_files]
  const byIndex = new Map(all.map((entry) => [entry.index, entry]))
  return files.map(({ name, path, index, hash }) => {
    const entry = byIndex.get(index)
    const key = entry && resultKey(entry.path, entry.original_raw_name_from_client)
    if (!entry || key !== resultKey(path, name)) return { ok: false, fault: fault('unreported') }
    if ('error' in entry) return { ok: false, fault: faultOfFailure(entry) }
    // A repeat is answered as the first time, and what came then stays.
    if (entry.sha256 !== hash) return { ok: false, fault: fault('stored-otherwise') }
    return { ok: true, fileId: entry.id }
  })
}

const faultOfFailure = ({ error, code }: Failure): Fault =>
  fault(knownCode(null, code, error) ?? 'not-stored', { said: withoutSecrets(error) })

/** Lower-cased, Unicode-normalised path and name, where %22 is a quote. */
const resultKey = (path: string, name: string): string => `${sameName(path)}/${sameName(name)}`.toLowerCase()
