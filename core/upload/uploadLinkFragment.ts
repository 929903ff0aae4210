import type { OriginKey } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'

/** Fragment of an upload link (core/crypto/FORMAT.md, 7 and 13). */
export interface UploadLinkFragment {
  /** Fingerprint of the recipient's key; null if the link has none, else `damagedFingerprint` or `laterFingerprint`. */
  keyFingerprint: string | null
  /** 16 bytes in base64url. For the sealing threads only: never in an action or a store. */
  originSecret: string | null
}

/** A fingerprint that matches no key. */
export const damagedFingerprint = ''

/** The same, of a link that names a key of a later version. */
export const laterFingerprint = 'later'

const damaged: UploadLinkFragment = { keyFingerprint: damagedFingerprint, originSecret: null }
const later: UploadLinkFragment = { keyFingerprint: laterFingerprint, originSecret: null }

/** Reads `k` and `s`. Any other content is a damaged `k`, or a later one, which must reject every key. */
export function readUploadLinkFragment(fragment: string): UploadLinkFragment {
  const named = fragment.replace(/^#/, '')
  if (named === '') return { keyFingerprint: null, originSecret: null }
  const members = new URLSearchParams(named)
  if (members.has('k2') || members.has('kp2')) return later
  const [k = damagedFingerprint, ...moreKeys] = members.getAll('k')
  const [s = null, ...moreSecrets] = members.getAll('s')
  const isWellFormed =
    moreKeys.length + moreSecrets.length === 0 &&
    /^[\w-]{43}$/.test(k) &&
    (s === null || /^[\w-]{21}[AQgw]$/.test(s))
  return isWellFormed ? { keyFingerprint: k, originSecret: s } : damaged
}

/** @throws FaultError 'link-damaged' */
export async function originKeyOf(originSecret: string): Promise<OriginKey> {
  const { importOriginKey, readOriginSecret } = await import('../crypto/visitorExports.ts')
  const secret = readOriginSecret(originSecret)
  if (!secret) throw new FaultError(fault('link-damaged'))
  return importOriginKey(secret)
}
