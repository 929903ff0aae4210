import type { RequestHead } from '../ports.ts'
import type { Answer } from './state.ts'

/* Null for an answer of another shape: the server is not believed. */

/** Which parts the server has. */
export function askedAnswer(said: object): Answer | null {
  const { parts, direct }: { parts?: unknown; direct?: unknown } = said
  return isIntegers(parts) ? { ok: true, parts, direct: direct === true } : null
}

export function createdAnswer(said: object): Answer | null {
  const { upload_id: uploadId, direct }: { upload_id?: unknown; direct?: unknown } = said
  return typeof uploadId === 'string' ? { ok: true, uploadId, direct: direct === true } : null
}

/** To an address of the store. */
export function addressedRequest(said: object): RequestHead | null {
  const { url }: { url?: unknown } = said
  if (typeof url !== 'string' || !/^https?:/.test(url)) return null
  return { method: 'PUT', url, direct: true, csrfToken: '' }
}

const isIntegers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one))
