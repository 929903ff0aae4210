import { type Bytes, concat, toBase64Url, tryBase64Url, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { hkdf, hmac, sha256 } from './primitives.ts'

/** FORMAT.md, 13: distinguishes files of a secret upload link from files that a server forged. */
const originLabel = 'sealpost/1/origin'
const originSecretBytes = 16

declare const originKeyBrand: unique symbol
/** HMAC handle of s, the origin secret of a folder: makes and checks the member `origin` of a manifest. */
export type OriginKey = CryptoKey & { readonly [originKeyBrand]: true }

/**
 * - 'proven': sealed by somebody with the secret link of the folder
 * - 'plain': no origin
 * - 'wrong': an invalid origin, or one of another folder or key
 */
export type OriginVerdict = 'proven' | 'plain' | 'wrong'

/** A private key that files of a folder may be sealed to, with the folder's origin secret, if any. */
export interface DecryptionKey {
  privateKey: CryptoKey
  /** Of its public key, base64url; without one, no index is kept of the files that it opens. */
  fingerprint?: string
  origin: OriginKey | null
  /** When uploaders got another key instead, ISO 8601 by the server's clock; absent for the newest. */
  replacedAt?: string
}

/** Derives s, 16 bytes. @param owner handle of R or the owner secret @param folder decimal id, or b64u(fid) */
export const originSecret = (owner: CryptoKey, folder: string): Promise<Bytes> =>
  hkdf(owner, null, `${originLabel} ${folder}`, originSecretBytes)

/** @throws CryptoError 'bad-key' unless there are exactly 16 bytes */
export async function importOriginKey(secret: Bytes): Promise<OriginKey> {
  if (secret.length !== originSecretBytes) throw new CryptoError('bad-key')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return (await crypto.subtle.importKey('raw', secret, hmac, false, ['sign', 'verify'])) as OriginKey
}

/** Decodes the canonical spelling in a link. @returns null for any other text */
export function readOriginSecret(b64u: string): Bytes | null {
  const secret = tryBase64Url(b64u)
  return secret?.length === originSecretBytes ? secret : null
}

/** Adds `origin` as the last member to the JSON of a manifest. @param commitment kc */
export async function withOrigin(json: string, commitment: Bytes, key: OriginKey): Promise<string> {
  const mac = await hmac(key, await provenBytes(json, commitment))
  return `${json.slice(0, -1)},"origin":"${toBase64Url(mac)}"}`
}

/** Matches the last member of the outermost object, at the end of valid JSON. */
const lastMember = /,"origin":"([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])"\}$/

/** @param json the sealed JSON of a valid manifest @param commitment kc */
export async function originVerdict(json: string, commitment: Bytes, key: OriginKey): Promise<OriginVerdict> {
  const [member, mac] = lastMember.exec(json) ?? []
  if (member === undefined || mac === undefined) return namesOrigin(json) ? 'wrong' : 'plain'
  const rest = `${json.slice(0, -member.length)}}`
  const bytes = tryBase64Url(mac)
  // Duplicates: readers of the first and of the last would disagree.
  if (bytes === null || namesOrigin(rest)) return 'wrong'
  const isMade = await crypto.subtle.verify('HMAC', key, bytes, await provenBytes(rest, commitment))
  return isMade ? 'proven' : 'wrong'
}

const namesOrigin = (json: string): boolean => Object.hasOwn(JSON.parse(json) as object, 'origin')

const provenBytes = async (json: string, commitment: Bytes): Promise<Bytes> =>
  concat(utf8(originLabel), Uint8Array.of(0), commitment, await sha256(utf8(json)))
