import { maxManifestBytes, tagBytes } from '../../contract/limits.ts'
import {
  type Bytes,
  concat,
  equalInConstantTime,
  fromBase64,
  fromUtf8,
  randomBytes,
  toBase64,
  utf8,
} from './bytes.ts'
import { CryptoError } from './errors.ts'
import type { FileKeyBytes } from './fileKey.ts'
import { type Manifest, manifestJson, readManifest } from './manifestFields.ts'
import { type OriginKey, type OriginVerdict, originVerdict, withOrigin } from './origin.ts'
import { pad, padBytes, unpad } from './padding.ts'
import { type AesKey, gcmOpen, gcmSeal, hkdf, importAesKey, ivBytes } from './primitives.ts'

/** FORMAT.md, 3: the manifest. */
const magic = utf8('SPM1')
const commitLabel = 'sealpost/1/commit'
const manifestLabel = 'sealpost/1/manifest'
export const commitmentBytes = 32

const commitmentAt = magic.length
const nonceAt = commitmentAt + commitmentBytes
const boxAt = nonceAt + ivBytes
const minManifestBytes = boxAt + padBytes + tagBytes

/** Key material to seal a manifest; may be stored, since K cannot be derived from it. */
export interface ManifestKey {
  /** AES-GCM, not extractable. */
  manifestKey: AesKey
  commitment: Bytes
  iv: Bytes
}

/** The commitment to K in a manifest: no second file key has the same one. */
export function keyCommitment(rawKey: FileKeyBytes, iv: Bytes): Promise<Bytes> {
  return hkdf(rawKey, iv, commitLabel, commitmentBytes)
}

const manifestKeyOf = async (rawKey: FileKeyBytes): Promise<AesKey> =>
  importAesKey(await hkdf(rawKey, null, manifestLabel, 32))

export async function deriveManifestKey(rawKey: FileKeyBytes, iv: Bytes): Promise<ManifestKey> {
  const derived = [manifestKeyOf(rawKey), keyCommitment(rawKey, iv)] as const
  const [manifestKey, commitment] = await Promise.all(derived)
  return { manifestKey, commitment, iv }
}

/**
 * @param origin key of the secret link that was used, if any
 * @returns base64 of the sealed manifest
 * @throws CryptoError 'bad-format' for fields that `openManifest` would refuse, or that are too long
 */
export async function sealManifest(
  key: ManifestKey,
  manifest: Manifest,
  origin: OriginKey | null = null,
): Promise<string> {
  const json = manifestJson(manifest)
  const padded = pad(utf8(origin ? await withOrigin(json, key.commitment, origin) : json))
  const nonce = randomBytes(ivBytes)
  const box = await gcmSeal(key.manifestKey, nonce, padded, manifestAad(key))
  const sealed = concat(magic, key.commitment, nonce, box)
  if (sealed.length > maxManifestBytes) throw new CryptoError('bad-format')
  return toBase64(sealed)
}

/** True if what `sealManifest` returned opens, with the same key, as what was sealed. */
export async function opensAs(manifest: Manifest, key: ManifestKey, manifestB64: string): Promise<boolean> {
  try {
    const opened = readManifest(await openedBox(key, manifestB64, () => key.manifestKey))
    return manifestJson(opened) === manifestJson(manifest)
  } catch {
    return false
  }
}

/** @throws CryptoError 'bad-format', 'commitment' of another key or IV, 'damaged' if altered */
export async function openManifest(rawKey: FileKeyBytes, iv: Bytes, manifestB64: string): Promise<Manifest> {
  return readManifest((await openedJson(rawKey, iv, manifestB64)).json)
}

/** Opens a manifest like `openManifest` and checks its origin with the folder's origin secret. `commitment` is kc. */
export async function openOwnManifest(
  rawKey: FileKeyBytes,
  iv: Bytes,
  manifestB64: string,
  key: OriginKey,
): Promise<{ manifest: Manifest; origin: OriginVerdict; commitment: Bytes }> {
  const { json, commitment } = await openedJson(rawKey, iv, manifestB64)
  return { manifest: readManifest(json), origin: await originVerdict(json, commitment, key), commitment }
}

async function openedJson(
  rawKey: FileKeyBytes,
  iv: Bytes,
  manifestB64: string,
): Promise<{ json: string; commitment: Bytes }> {
  const commitment = await keyCommitment(rawKey, iv)
  return { json: await openedBox({ commitment, iv }, manifestB64, () => manifestKeyOf(rawKey)), commitment }
}

/** @param manifestKey called once the commitment is the expected one */
async function openedBox(
  { commitment, iv }: Pick<ManifestKey, 'commitment' | 'iv'>,
  manifestB64: string,
  manifestKey: () => AesKey | Promise<AesKey>,
): Promise<string> {
  const sealed = fromBase64(manifestB64)
  if (sealed.length < minManifestBytes || sealed.length > maxManifestBytes)
    throw new CryptoError('bad-format')
  if (!equalInConstantTime(sealed.subarray(0, magic.length), magic)) throw new CryptoError('bad-format')

  if (!equalInConstantTime(sealed.subarray(commitmentAt, nonceAt), commitment))
    throw new CryptoError('commitment')

  const padded = await gcmOpen(
    await manifestKey(),
    sealed.subarray(nonceAt, boxAt),
    sealed.subarray(boxAt),
    manifestAad({ commitment, iv }),
  )
  if (!padded) throw new CryptoError('damaged')
  const json = fromUtf8(unpad(padded))
  if (json === null) throw new CryptoError('bad-format')
  return json
}

function manifestAad({ commitment, iv }: Pick<ManifestKey, 'commitment' | 'iv'>): Bytes {
  return concat(utf8(manifestLabel), Uint8Array.of(0), commitment, iv)
}
