import { type Bytes, concat, toBase64Url, tryBase64Url, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { hmac, sha256 } from './primitives.ts'

/** FORMAT.md, 20: by which upload link a file came. */
const tagLabel = 'sealpost/1/to-link'
const toLabel = 'sealpost/1/to'
const tagBytes = 32

/** The tag t of an upload link, base64url. No secret: the server knows the token. */
export const uploadLinkTag = async (token: string): Promise<string> =>
  toBase64Url(await sha256(concat(utf8(tagLabel), Uint8Array.of(0), utf8(token))))

function bytesOfTag(tag: string): Bytes | null {
  const bytes = tryBase64Url(tag)
  return bytes?.length === tagBytes ? bytes : null
}

export const isLinkTag = (value: unknown): value is string =>
  typeof value === 'string' && bytesOfTag(value) !== null

/** HMAC handle of a tag. @throws CryptoError 'bad-key' for a text that is no tag */
export async function importLinkTag(tag: string): Promise<CryptoKey> {
  const bytes = bytesOfTag(tag)
  if (!bytes) throw new CryptoError('bad-key')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** The member `to` of a manifest, base64url. @param tagHandle of `importLinkTag` @param commitment kc */
export const boundTo = async (tagHandle: CryptoKey, commitment: Bytes): Promise<string> =>
  toBase64Url(await hmac(tagHandle, concat(utf8(toLabel), Uint8Array.of(0), commitment)))
