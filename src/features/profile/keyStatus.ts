import { faultOf } from '../../../core/faults/faultOf.ts'
import { faultText } from '../../../i18n/errorText.ts'

/** A query as RTK Query tells it, as far as it matters here. */
export interface Asked<T> {
  data?: T | undefined
  error?: unknown
}

export type KeyStatus =
  | 'loading'
  /** No key at all. */
  | 'none'
  /** A public key without its stored private key: uploaders are not given it. */
  | 'incomplete'
  /** Both halves are stored. */
  | 'ready'
  /** The server did not say. */
  | 'unknown'

/** The server answers 404 when no sealed private key is stored. */
const isMissing = (error: unknown): boolean => error !== undefined && faultOf(error).status === 404

export function keyStatus(
  publicKey: Asked<{ public_key_spki: string | null }>,
  encryptedKey: Asked<object>,
): KeyStatus {
  if (publicKey.error || (encryptedKey.error && !isMissing(encryptedKey.error))) return 'unknown'
  if (!publicKey.data || (!encryptedKey.data && !encryptedKey.error)) return 'loading'
  if (!publicKey.data.public_key_spki) return 'none'
  return encryptedKey.error ? 'incomplete' : 'ready'
}

/** What is told of a failed status check: nothing of an ended session, which is handled elsewhere. */
export function reportedStatusError(...asked: Asked<unknown>[]): string | null {
  for (const { error } of asked) {
    if (!error || isMissing(error)) continue
    const fault = faultOf(error)
    if (fault.status !== 401) return faultText(fault)
  }
  return null
}
