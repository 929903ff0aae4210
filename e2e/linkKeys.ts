import { webcrypto as crypto } from 'node:crypto'

/**
 * The keys of a download link (core/crypto/FORMAT.md, 6), opened by code that shares nothing with the product: what a
 * recipient's browser has to be able to do with what the administrator's made.
 */

const utf8 = (text: string) => new TextEncoder().encode(text)
const fromBase64 = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
type Bytes = Uint8Array<ArrayBuffer>

async function hkdf(secret: Bytes, salt: Bytes, info: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const params = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, 256))
}

async function openAesGcm(rawKey: Bytes, iv: Bytes, sealed: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['decrypt'])
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))
}

const noBytes = new Uint8Array()

/** What goes to the server for the password, and the link master that the password opens. */
export async function passwordKeys(password: string, kdf: { salt: string; iterations: number }) {
  const salt = fromBase64(kdf.salt)
  const key = await crypto.subtle.importKey('raw', utf8(password), 'PBKDF2', false, ['deriveBits'])
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: kdf.iterations }
  const stretched = new Uint8Array(await crypto.subtle.deriveBits(params, key, 256))
  const verifier = Buffer.from(await hkdf(stretched, noBytes, 'sealpost/1/link-auth')).toString('base64url')
  const wrapKey = await hkdf(stretched, salt, 'sealpost/1/link-wrap')
  return {
    verifier: `v1.${verifier}`,
    openMaster: (sealedMaster: string) =>
      openAesGcm(wrapKey, fromBase64(sealedMaster).subarray(0, 12), fromBase64(sealedMaster).subarray(12)),
  }
}

export async function openFileKey(linkMaster: Bytes, fileId: string, sealedKey: string): Promise<Bytes> {
  const key = await hkdf(linkMaster, noBytes, `sealpost/1/link-file ${fileId}`)
  return openAesGcm(key, fromBase64(sealedKey).subarray(0, 12), fromBase64(sealedKey).subarray(12))
}

/** Opens a file of one chunk. */
export async function openSmallFile(rawKey: Bytes, ivB64: string, sealed: Buffer): Promise<string> {
  return new TextDecoder().decode(await openAesGcm(rawKey, fromBase64(ivB64), new Uint8Array(sealed)))
}

/** Keys by file id in the fragment of a link: 'id:key,id:key' or '*:key' */
export const fragmentKeys = (address: string): Map<string, Bytes> =>
  new Map(
    (address.split('#')[1] ?? '').split(',').map((pair) => {
      const [id = '', key = ''] = pair.split(':')
      return [id, fromBase64(key)]
    }),
  )
