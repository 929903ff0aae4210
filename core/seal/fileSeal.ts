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
import type { FileSeal } from './types.ts'
import type { SealedFields } from './uploadForm.ts'

/** A key, and its form for the journal. */
export interface OpenedSeal {
  readonly seal: FileSeal
  readonly kept: unknown
}

/** Unpacks a stored key for a file of the same size and date. @throws FaultError 'not-as-sealed' */
export async function keptSeal(source: Source, kept: unknown, vault: KeyVault): Promise<OpenedSeal> {
  const seal = await vault.unpack(kept)
  if (source.size !== seal.size || source.lastModified !== seal.lastModified)
    throw new FaultError(fault('not-as-sealed'))
  return { seal, kept }
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
  const kept = vault.pack(seal, rawKey)
  rawKey.fill(0)
  return { seal, kept }
}

/** Form fields of a large file. @param mark checkpoint of its last part */
export async function sealedFields(
  seal: FileSeal,
  { names, originKey, answers }: Pick<FileHead, 'names' | 'originKey' | 'answers'>,
  mark: string,
): Promise<SealedFields> {
  const { manifestKey, encryptedKeyB64, size, lastModified } = seal
  const { hash, root } = contentOf(mark)
  const stated = { ...names, mtime: lastModified, root, answers: answers?.digestB64u }
  const manifest = { v: 1 as const, size, sha256: hash, ...stated }
  const manifestB64 = await sealManifest(manifestKey, manifest, originKey)
  return { hash, encryptedKeyB64, ivB64: toBase64(manifestKey.iv), manifestB64 }
}
