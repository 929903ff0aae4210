import {
  deriveManifestKey,
  generateFileKey,
  recipientFingerprint,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { contentOf } from '../upload/finalCheckpoint.ts'
import type { BatchHead, FileHead, KeyVault, Source } from '../ports.ts'
import { checkType } from './mimeCheck.ts'
import type { SealingKey } from './types.ts'
import type { SealedFields } from './uploadForm.ts'

/** A key, and its form for the journal. */
export interface OpenedSeal {
  readonly seal: SealingKey
  readonly packed: unknown
}

/** Unpacks a stored key for a file of the same size and date. @throws FaultError 'not-as-sealed' */
export async function storedSeal(source: Source, packed: unknown, vault: KeyVault): Promise<OpenedSeal> {
  const seal = await vault.unpack(packed)
  if (source.size !== seal.size || source.lastModified !== seal.lastModified)
    throw new FaultError(fault('not-as-sealed'))
  return { seal, packed }
}

/** @throws FaultError 'type-mismatch', 'file-changed' */
export async function freshSeal(
  source: Source,
  { recipient, checkTypes }: BatchHead,
  vault: KeyVault,
): Promise<OpenedSeal> {
  if (checkTypes) await checkType(source)
  const { key, rawKey, iv } = await generateFileKey()
  const encryptedKeyB64 = await wrapFileKey(recipient, rawKey)
  const sealedTo = await recipientFingerprint(recipient)
  const manifestKey = await deriveManifestKey(rawKey, iv)
  const { size, lastModified } = source
  const seal = { key, manifestKey, encryptedKeyB64, sealedTo, size, lastModified }
  const packed = vault.pack(seal, rawKey)
  rawKey.fill(0)
  return { seal, packed }
}

/** Form fields of a large file. @param checkpoint of its last part */
export async function sealedFields(
  seal: SealingKey,
  { manifestEntry, originKey, answers }: Pick<FileHead, 'manifestEntry' | 'originKey' | 'answers'>,
  checkpoint: string,
): Promise<SealedFields> {
  const { manifestKey, encryptedKeyB64, size, lastModified } = seal
  const { hash, root } = contentOf(checkpoint)
  const metadata = { ...manifestEntry, mtime: lastModified, root, answers: answers?.digestB64u }
  const manifest = { v: 1 as const, size, sha256: hash, ...metadata }
  const manifestB64 = await sealManifest(manifestKey, manifest, originKey)
  return { hash, encryptedKeyB64, ivB64: toBase64(manifestKey.iv), manifestB64 }
}
