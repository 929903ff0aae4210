import type { OriginKey } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'

/** Fragment of an upload link (core/crypto/FORMAT.md, 7, 13 and 21). */
export interface UploadLinkFragment {
  /** Fingerprint of the recipient's key; null if the link has none, else `damagedFingerprint` or `laterFingerprint`. */
  keyFingerprint: string | null
  /** 16 bytes in base64url. For the sealing threads only: never in an action or a store. */
  originSecret: string | null
  /** True if the link says that the server must not learn names: `kp` in place of `k`. */
  privateNames: boolean
}

/** A fingerprint that matches no key. */
export const damagedFingerprint = ''

/** The same, of a link that names a key of a later version. */
export const laterFingerprint = 'later'

const none: UploadLinkFragment = { keyFingerprint: null, originSecret: null, privateNames: false }
const damaged: UploadLinkFragment = { ...none, keyFingerprint: damagedFingerprint }
const later: UploadLinkFragment = { ...none, keyFingerprint: laterFingerprint }

/** What follows the address in a link that accepts one key alone. @param hidesNames true for `kp` */
export const uploadLinkFragment = (keyFingerprint: string, hidesNames: boolean): string =>
  `#${hidesNames ? 'kp' : 'k'}=${keyFingerprint}`

/** Reads `k` or `kp`, and `s`. Any other content is a damaged `k`, or a later one, which must reject every key. */
export function readUploadLinkFragment(fragment: string): UploadLinkFragment {
  const named = fragment.replace(/^#/, '')
  if (named === '') return none
  const members = new URLSearchParams(named)
  if (members.has('k2') || members.has('kp2')) return later
  const [k = damagedFingerprint, ...moreKeys] = [...members.getAll('k'), ...members.getAll('kp')]
  const [s = null, ...moreSecrets] = members.getAll('s')
  const isWellFormed =
    moreKeys.length + moreSecrets.length === 0 &&
    /^[\w-]{43}$/.test(k) &&
    (s === null || /^[\w-]{21}[AQgw]$/.test(s))
  return isWellFormed ? { keyFingerprint: k, originSecret: s, privateNames: members.has('kp') } : damaged
}

/** @throws FaultError 'link-damaged' */
export async function originKeyOf(originSecret: string): Promise<OriginKey> {
  const { importOriginKey, readOriginSecret } = await import('../crypto/visitorExports.ts')
  const secret = readOriginSecret(originSecret)
  if (!secret) throw new FaultError(fault('link-damaged'))
  return importOriginKey(secret)
}
