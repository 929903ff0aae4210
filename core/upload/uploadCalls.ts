import type { RequestHead } from '../ports.ts'
import type { Answer } from './state.ts'

/* These return null for a response of unexpected shape. */

/** Reads which parts the server has. */
export function askedAnswer(body: object): Answer | null {
  const { parts, direct }: { parts?: unknown; direct?: unknown } = body
  return isIntegers(parts) ? { ok: true, parts, direct: direct === true } : null
}

export function createdAnswer(body: object): Answer | null {
  const { upload_id: uploadId, direct }: { upload_id?: unknown; direct?: unknown } = body
  return typeof uploadId === 'string' ? { ok: true, uploadId, direct: direct === true } : null
}

/** Reads the presigned request for a part to the store. */
export function addressedRequest(body: object): RequestHead | null {
  const { url }: { url?: unknown } = body
  if (typeof url !== 'string' || !/^https?:/.test(url)) return null
  return { method: 'PUT', url, direct: true, csrfToken: '' }
}

const isIntegers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one))
