import { fault } from '../faults/fault.ts'
import { faultOfResponse } from '../faults/faultOfResponse.ts'
import type { RawResponse } from '../ports.ts'
import { isGood, isPartStored, isTakenByStore } from '../util/rawResponse.ts'
import type { UploadResponse } from './state.ts'
import { type ConfirmedFile, readVerdicts } from './verdicts.ts'

/** Reads a response to a body. @param files of a confirmation, in its order; null for a part */
export function responseOf(raw: RawResponse, files: readonly ConfirmedFile[] | null): UploadResponse {
  if (raw.status === 0) return { ok: false, fault: fault('unanswered') }
  if (files ? !isGood(raw) : !isPartStored(raw))
    return { ok: false, fault: faultOfResponse(raw, parsed(raw.text)) }
  return files ? { ok: true, verdicts: readVerdicts(files, parsed(raw.text)) } : { ok: true }
}

/** Reads the store's response to a part. Its error text is meant for the operator and is not shown. */
export const storeResponseOf = (raw: RawResponse): UploadResponse =>
  isTakenByStore(raw)
    ? { ok: true, at: 'store' }
    : { ok: false, fault: fault('refused', { status: raw.status }), at: 'store' }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
