import { normalizedName } from '../../contract/fileNames.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { type UploadResult, uploadResult } from '../../contract/schemas/uploads.ts'
import { type Fault, fault } from '../faults/fault.ts'
import { knownApiCode } from '../faults/faultOfResponse.ts'
import { faultOfAnswer } from '../faults/otherAnswer.ts'
import { withoutSecrets } from '../faults/withoutSecrets.ts'
import type { RawResponse } from '../ports.ts'
import { isHtml, isPartStored, isSuccess, isTakenByStore } from '../util/rawResponse.ts'
import type { UploadResponse, Verdict } from './state.ts'
import type { StoredAs } from './storedAs.ts'

export interface ConfirmedFile {
  /** Its `batch_indexes` value. */
  readonly index: number
  /** As the server was told them; null if they are hidden. */
  readonly names: { readonly name: string; readonly path: string } | null
  /**
   * Hashes that the server may have for the content sent now, in hex: its SHA-256, or those that attempts have sent for
   * hidden names.
   */
  readonly hashes: readonly string[]
}

/** Reads a response to a body. @param files of a confirmation, in its order; null for a part */
export function readUploadResponse(raw: RawResponse, files: readonly ConfirmedFile[] | null): UploadResponse {
  if (raw.status === 0) return { ok: false, fault: fault('unanswered') }
  const body = parseJsonObject(raw.text)
  if (!isSuccess(raw)) return { ok: false, fault: faultOfAnswer(raw, body) }
  if (files ? isHtml(raw) : !isPartStored(raw)) return { ok: false, fault: fault('other-answer') }
  return files ? { ok: true, verdicts: readVerdicts(files, body) } : { ok: true }
}

/** Reads the store's response to a part. Its error text is meant for the operator and is not shown. */
export const readStoreResponse = (raw: RawResponse): UploadResponse =>
  isTakenByStore(raw)
    ? { ok: true, at: 'store' }
    : { ok: false, fault: fault('refused', { status: raw.status }), at: 'store' }

type Failure = UploadResult['failed_files'][number]
type StoredItem = UploadResult['successful_files'][number]
type ResultItem = StoredItem | Failure

/** The server's verdicts, in the order of the files: matched by index, if name and path that it was told match. */
export function readVerdicts(files: readonly ConfirmedFile[], response: unknown): Verdict[] {
  const result = uploadResult.safeParse(response).data
  if (!result) return files.map(() => ({ ok: false, fault: fault('no-verdict') }))
  const all: ResultItem[] = [...result.successful_files, ...result.failed_files]
  const byIndex = new Map(all.map((entry) => [entry.index, entry]))
  return files.map(({ index, names, hashes }) => {
    const entry = byIndex.get(index)
    if (!entry || (names && !isOf(names, entry))) return { ok: false, fault: fault('unreported') }
    if ('error' in entry) return { ok: false, fault: faultOfFailure(entry) }
    // A repeat may be answered with what was stored then, which remains.
    if (!hashes.includes(entry.sha256)) return { ok: false, fault: fault('stored-otherwise') }
    return { ok: true, fileId: entry.id, ...expiryOf(entry) }
  })
}

/** The date of a stored file; none for a text that is no time. */
const expiryOf = ({ expires_at: time = '' }: StoredItem): Pick<StoredAs, 'expiresAt'> =>
  Number.isNaN(Date.parse(time)) ? {} : { expiresAt: new Date(time).toISOString() }

function faultOfFailure({ error, code }: Failure): Fault {
  const known = knownApiCode(null, code, error)
  // Older servers answer with the file that was stored, and the client compares.
  if (known === 'storedOtherwise') return fault('stored-otherwise')
  return fault(known ?? 'not-stored', { said: withoutSecrets(error) })
}

const isOf = ({ name, path }: NonNullable<ConfirmedFile['names']>, entry: ResultItem): boolean =>
  resultKey(entry.path, entry.original_raw_name_from_client) === resultKey(path, name)

/** Lower-cased, Unicode-normalised path and name, where %22 is a quote. */
const resultKey = (path: string, name: string): string =>
  `${normalizedName(path)}/${normalizedName(name)}`.toLowerCase()
