import { type Bytes, concat, toBase64Url, tryBase64Url, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { hkdf, hmac, sha256 } from './primitives.ts'

/** FORMAT.md, 13: what tells files of a secret upload link from those that a server makes by itself. */
const originLabel = 'sealpost/1/origin'
const originSecretBytes = 16

/** HMAC handle of s, the origin secret of a folder: it makes the member `origin` of a manifest, and checks it. */
declare const originKeyBrand: unique symbol
export type OriginKey = CryptoKey & { readonly [originKeyBrand]: true }

/**
 * - 'proven': sealed by somebody who had the secret link of the folder
 * - 'plain': says nothing of where it comes from
 * - 'wrong': says it wrongly, or with the secret of another folder or key
 */
export type OriginVerdict = 'proven' | 'plain' | 'wrong'

/** A private key that files of a folder may be sealed to, and the origin secret that goes with it where there is one. */
export interface DecryptionKey {
  privateKey: CryptoKey
  origin: OriginKey | null
  /** When uploaders were given another key in its place, ISO 8601 by the server's clock; absent for the newest. */
  replacedAt?: string
}

/**
 * s, 16 bytes.
 * @param owner HKDF handle of the owner secret: R for a folder of one person
 * @param folder its id in decimal; of a folder of several people, b64u(fid)
 */
export const originSecret = (owner: CryptoKey, folder: string): Promise<Bytes> =>
  hkdf(owner, null, `${originLabel} ${folder}`, originSecretBytes)

/** @throws CryptoError 'bad-key' unless there are exactly 16 bytes */
export async function importOriginKey(secret: Bytes): Promise<OriginKey> {
  if (secret.length !== originSecretBytes) throw new CryptoError('bad-key')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return (await crypto.subtle.importKey('raw', secret, hmac, false, ['sign', 'verify'])) as OriginKey
}

/** Of the one spelling that a link carries. @returns null for anything else */
export function readOriginSecret(b64u: string): Bytes | null {
  const secret = tryBase64Url(b64u)
  return secret?.length === originSecretBytes ? secret : null
}

/** The JSON of a manifest with `origin` as its last member. @param commitment kc */
export async function withOrigin(json: string, commitment: Bytes, key: OriginKey): Promise<string> {
  const mac = await hmac(key, await provenBytes(json, commitment))
  return `${json.slice(0, -1)},"origin":"${toBase64Url(mac)}"}`
}

/**
 * At the end of valid JSON this is the last member of the outermost object: what is before its quotes is neither part of a
 * text nor of an object within.
 */
const lastMember = /,"origin":"([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])"\}$/

/** @param json as it was sealed, of a manifest that can be read @param commitment kc */
export async function originVerdict(json: string, commitment: Bytes, key: OriginKey): Promise<OriginVerdict> {
  const [member, mac] = lastMember.exec(json) ?? []
  if (member === undefined || mac === undefined) return namesOrigin(json) ? 'wrong' : 'plain'
  const rest = `${json.slice(0, -member.length)}}`
  const bytes = tryBase64Url(mac)
  // Two of them: whoever reads the first would take another for proven than whoever reads the last.
  if (bytes === null || namesOrigin(rest)) return 'wrong'
  const isMade = await crypto.subtle.verify('HMAC', key, bytes, await provenBytes(rest, commitment))
  return isMade ? 'proven' : 'wrong'
}

const namesOrigin = (json: string): boolean => Object.hasOwn(JSON.parse(json) as object, 'origin')

const provenBytes = async (json: string, commitment: Bytes): Promise<Bytes> =>
  concat(utf8(originLabel), Uint8Array.of(0), commitment, await sha256(utf8(json)))
