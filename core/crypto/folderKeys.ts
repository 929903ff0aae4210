import {
  be32,
  type Bytes,
  concat,
  fromBase64,
  randomBytes,
  toBase64,
  toBase64Url,
  tryBase64Url,
  utf8,
} from './bytes.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { fingerprint } from './fingerprint.ts'
import { generateKeyPair, importPrivateKey, publicKeyOf } from './privateKeyBox.ts'
import { refuseLaterFormat } from './laterFormat.ts'
import { aesKeyBytes, deriveHkdfKey, importHkdfKey, oaepOpen } from './primitives.ts'

/** FORMAT.md, 14: key pairs of shared folders, and their grants to members. */
const folderKeyLabel = 'sealpost/1/folder-key'
const grantLabel = 'sealpost/1/grant'
const folderSecretLabel = 'sealpost/1/folder-secret'
const folderIdBytes = 16

/** A key generation of a folder: the folder's own id (16 bytes, base64url) and the number, from 1. */
export interface Generation {
  readonly folder: string
  readonly gen: number
}

/** Raw FS of a generation: overwrite with zeros after use. */
type GenerationSecret = Bytes

/** @returns base64url */
export const generateFolderId = (): string => toBase64Url(randomBytes(folderIdBytes))

function generationBytes({ folder, gen }: Generation): Bytes {
  const id = tryBase64Url(folder)
  if (id?.length !== folderIdBytes) throw new CryptoError('bad-format')
  return concat(id, be32(gen))
}

export interface NewGeneration {
  secret: GenerationSecret
  /** Base64. */
  publicKeySpki: string
  sealedPrivate: string
  /** Base64url. */
  fingerprint: string
}

/** `secret` is then granted to everyone who may open the folder. */
export async function newGeneration(generation: Generation): Promise<NewGeneration> {
  const aad = generationBytes(generation)
  const secret = randomBytes(aesKeyBytes)
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair()
  try {
    const parameters = { secret: await importHkdfKey(secret), label: folderKeyLabel, aad }
    const sealedPrivate = toBase64(await sealSaltedBox(parameters, pkcs8Bytes))
    const { b64u } = await fingerprint(spkiBytes)
    return { secret, publicKeySpki: toBase64(spkiBytes), sealedPrivate, fingerprint: b64u }
  } finally {
    pkcs8Bytes.fill(0)
  }
}

const grantAlgorithm = (generation: Generation) => ({
  name: 'RSA-OAEP',
  label: concat(utf8(grantLabel), Uint8Array.of(0), generationBytes(generation)),
})

/** @param memberKey from `importRecipientKey` @returns base64 */
export async function sealGrant(
  memberKey: CryptoKey,
  generation: Generation,
  secret: GenerationSecret,
): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.encrypt(grantAlgorithm(generation), memberKey, secret)))
}

/** @throws CryptoError 'wrong-key' for another key, folder or generation, 'bad-key' if malformed, 'newer-version' */
export async function openGrant(
  privateKey: CryptoKey,
  generation: Generation,
  grantB64: string,
): Promise<GenerationSecret> {
  refuseLaterFormat(grantB64)
  const sealed = fromBase64(grantB64, 'bad-key')
  const secret = await oaepOpen(privateKey, sealed, aesKeyBytes, grantAlgorithm(generation).label)
  if (!secret) throw new CryptoError('wrong-key')
  if (secret.length !== aesKeyBytes) throw new CryptoError('bad-key')
  return secret
}

export interface OpenedGeneration {
  readonly gen: number
  readonly privateKey: CryptoKey
  /** HKDF handle of O: seals the folder's own boxes of this generation. */
  readonly ownerSecret: CryptoKey
  /** Base64. */
  readonly publicKeySpki: string
}

/**
 * Opens the private key of a generation.
 * @param key the fingerprint that its statement names
 * @throws CryptoError 'wrong-key' for other keys or secrets, 'damaged', 'bad-format'
 */
export async function openGeneration(
  generation: Generation,
  { secret, sealedPrivate, key }: { secret: GenerationSecret; sealedPrivate: string; key: string },
): Promise<OpenedGeneration> {
  const handle = await importHkdfKey(secret)
  const parameters = { secret: handle, label: folderKeyLabel, aad: generationBytes(generation) }
  const pkcs8Bytes = await openSaltedBox(parameters, fromBase64(sealedPrivate))
  try {
    const spkiBytes = await publicKeyOf(pkcs8Bytes)
    if ((await fingerprint(spkiBytes)).b64u !== key) throw new CryptoError('wrong-key')
    return {
      gen: generation.gen,
      privateKey: await importPrivateKey(pkcs8Bytes),
      ownerSecret: await folderOwnerSecret(handle),
      publicKeySpki: toBase64(spkiBytes),
    }
  } finally {
    pkcs8Bytes.fill(0)
  }
}

/** Derives the owner secret (O) of a generation. @param secret HKDF handle of the folder secret (FS) */
export const folderOwnerSecret = (secret: CryptoKey): Promise<CryptoKey> =>
  deriveHkdfKey(secret, folderSecretLabel)
