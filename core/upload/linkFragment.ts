import type { OriginKey } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'

/** What an upload link says after its `#` (core/crypto/FORMAT.md, 7 and 13). */
export interface LinkFragment {
  /** Of the recipient's key; null where the link names none, `damagedFingerprint` where it is no longer what it was. */
  keyFingerprint: string | null
  /** 16 bytes in base64url: for the sealing threads, in no action and in no store. */
  originSecret: string | null
}

/** What no key has. */
export const damagedFingerprint = ''

const damaged: LinkFragment = { keyFingerprint: damagedFingerprint, originSecret: null }

/**
 * `k`, and beside it `s`. Whatever else follows was one of them before the link was cut short or rewritten: it must
 * refuse every key, not accept any.
 */
export function readLinkFragment(fragment: string): LinkFragment {
  const named = fragment.replace(/^#/, '')
  if (named === '') return { keyFingerprint: null, originSecret: null }
  const members = new URLSearchParams(named)
  const [k = damagedFingerprint, ...moreKeys] = members.getAll('k')
  const [s = null, ...moreSecrets] = members.getAll('s')
  const isGood =
    moreKeys.length + moreSecrets.length === 0 &&
    /^[\w-]{43}$/.test(k) &&
    (s === null || /^[\w-]{21}[AQgw]$/.test(s))
  return isGood ? { keyFingerprint: k, originSecret: s } : damaged
}

/** @throws FaultError 'link-damaged' */
export async function originKeyOf(originSecret: string): Promise<OriginKey> {
  const { importOriginKey, readOriginSecret } = await import('../crypto/strangers.ts')
  const secret = readOriginSecret(originSecret)
  if (!secret) throw new FaultError(fault('link-damaged'))
  return importOriginKey(secret)
}
