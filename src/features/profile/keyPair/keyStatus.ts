import { faultOf } from '../../../../core/faults/faultOf.ts'
import { faultText } from '../../../../i18n/errorText.ts'

/** The used part of an RTK Query result. */
interface QueryState<T> {
  data?: T | undefined
  error?: unknown
}

export type KeyStatus =
  | 'loading'
  | 'none'
  /** There is a public key without its private key; uploaders do not get it. */
  | 'incomplete'
  | 'ready'
  | 'unknown'

/** The server responds with 404 if no sealed private key is stored. */
const isMissing = (error: unknown): boolean => error !== undefined && faultOf(error).status === 404

export function keyStatus(
  publicKey: QueryState<{ public_key_spki: string | null }>,
  encryptedKey: QueryState<object>,
): KeyStatus {
  if (publicKey.error || (encryptedKey.error && !isMissing(encryptedKey.error))) return 'unknown'
  if (!publicKey.data || (!encryptedKey.data && !encryptedKey.error)) return 'loading'
  if (!publicKey.data.public_key_spki) return 'none'
  return encryptedKey.error ? 'incomplete' : 'ready'
}

/** Returns the error of a failed status request; null for an ended session, which is handled elsewhere. */
export function reportedStatusError(...queries: QueryState<unknown>[]): string | null {
  for (const { error } of queries) {
    if (!error || isMissing(error)) continue
    const fault = faultOf(error)
    if (fault.status !== 401) return faultText(fault)
  }
  return null
}
