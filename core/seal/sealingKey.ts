import {
  boundTo,
  deriveManifestKey,
  deriveNamesKey,
  generateFileKey,
  hiddenRow,
  importLinkTag,
  opensAs,
  recipientFingerprint,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import type { ContentDigests } from '../upload/finalCheckpoint.ts'
import type { BatchSettings, FileSettings, KeyVault, Source } from '../ports.ts'
import { checkFileType } from './mimeCheck.ts'
import type { SealingKey } from './types.ts'
import type { SealedFields } from './uploadForm.ts'

export interface JournaledKey {
  readonly sealingKey: SealingKey
  /** Its form for the journal. */
  readonly packedKey: unknown
}

/** Unpacks a stored key for a file of the same size and date, whose names are hidden if they must be. @throws FaultError 'not-as-sealed' */
export async function unpackSealingKey(
  source: Source,
  { privateNames }: Pick<BatchSettings, 'privateNames'>,
  packedKey: unknown,
  vault: KeyVault,
): Promise<JournaledKey> {
  const sealingKey = await vault.unpack(packedKey)
  const { size, lastModified, namesKey } = sealingKey
  const isTooOpen = privateNames && namesKey === undefined
  if (source.size !== size || source.lastModified !== lastModified || isTooOpen)
    throw new FaultError(fault('not-as-sealed'))
  return { sealingKey, packedKey }
}

/** @throws FaultError 'type-mismatch', 'file-changed' */
export async function newSealingKey(
  source: Source,
  { recipient, checkTypes, privateNames }: BatchSettings,
  vault: KeyVault,
): Promise<JournaledKey> {
  if (checkTypes) await checkFileType(source)
  const { key, rawKey, iv } = await generateFileKey()
  const encryptedKeyB64 = await wrapFileKey(recipient, rawKey)
  const sealedTo = await recipientFingerprint(recipient)
  const manifestKey = await deriveManifestKey(rawKey, iv)
  const { size, lastModified } = source
  const namesKey = privateNames ? await deriveNamesKey(rawKey, iv) : undefined
  const sealingKey = { key, manifestKey, encryptedKeyB64, sealedTo, size, lastModified, namesKey }
  const packedKey = vault.pack(sealingKey, rawKey)
  rawKey.fill(0)
  return { sealingKey, packedKey }
}

/** Seals a file's manifest, and returns it with the other form fields of the file. @throws Error if it does not open */
export async function sealedFields(
  key: Pick<SealingKey, 'manifestKey' | 'encryptedKeyB64' | 'size' | 'lastModified' | 'namesKey'>,
  settings: Pick<FileSettings, 'manifestDraft' | 'originKey' | 'linkTag' | 'answers'>,
  { hash, root }: ContentDigests,
): Promise<SealedFields> {
  const { manifestKey, encryptedKeyB64, size, lastModified: mtime, namesKey } = key
  const { manifestDraft, originKey, linkTag, answers } = settings
  const to =
    linkTag === null ? undefined : await boundTo(await importLinkTag(linkTag), manifestKey.commitment)
  const { commitment, iv } = manifestKey
  const manifest = {
    ...manifestDraft,
    ...{ v: 1 as const, size, sha256: hash, mtime, root, answers: answers?.digestB64u, to },
    private: namesKey && (1 as const),
  }
  const manifestB64 = await sealManifest(manifestKey, manifest, originKey)
  // The receipt will say that it was sent.
  if (!(await opensAs(manifest, manifestKey, manifestB64)))
    throw new Error('What this device sealed does not open.')
  const row = namesKey && (await hiddenRow(namesKey, commitment, manifest))
  return {
    ...{ hash, encryptedKeyB64, ivB64: toBase64(iv), manifestB64 },
    ...(row && { hidden: { name: row.name, hash: row.sha256 } }),
  }
}
