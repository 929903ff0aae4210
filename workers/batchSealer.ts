import { chunkBytes } from '../contract/limits.ts'
import {
  chunkSealer,
  contentHashHex,
  generateFileKey,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { checkType } from './mimeCheck.ts'
import { changedText, FileChangedError, readBlob } from './sourceFile.ts'
import type { ManifestNames, SealedFields, SealOptions } from './fileSealer.ts'

export interface SmallFile {
  file: File
  names: ManifestNames
}

export type SealedSmallFile = { ok: true; blob: Blob; fields: SealedFields } | { ok: false; error: string }

/** How many files of a batch are read and sealed at a time: enough to keep the platform's threads busy. */
const concurrency = 16

/** Seals files that fit memory, each under a key of its own. A file that cannot be sealed fails by itself. */
export async function sealBatch(
  files: SmallFile[],
  recipient: CryptoKey,
  options: SealOptions,
): Promise<SealedSmallFile[]> {
  const results: SealedSmallFile[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const item = files[index]
      if (item) results[index] = await sealOrExplain(item, recipient, options)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

async function sealOrExplain(
  item: SmallFile,
  recipient: CryptoKey,
  { checkTypes }: SealOptions,
): Promise<SealedSmallFile> {
  try {
    if (checkTypes) await checkType(item.file)
    return { ok: true, ...(await sealWhole(item, recipient)) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Reads the file once into memory, so that the native one-shot digest serves, at half the cost of streaming. */
async function sealWhole({ file, names }: SmallFile, recipient: CryptoKey) {
  const bytes = await readBlob(file)
  if (bytes.length !== file.size) throw new FileChangedError(changedText)
  const { key, rawKey, iv } = await generateFileKey()
  const sealer = chunkSealer({ key, iv, plainSize: bytes.length })
  const sealing = Array.from({ length: sealer.count }, (_, index) =>
    sealer.seal(index, bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
  )
  const [hash, encryptedKeyB64, ...pieces] = await Promise.all([
    contentHashHex(bytes),
    wrapFileKey(recipient, rawKey),
    ...sealing,
  ])
  const manifest = { v: 1 as const, size: bytes.length, sha256: hash, ...names, mtime: file.lastModified }
  const manifestB64 = await sealManifest(rawKey, iv, manifest)
  rawKey.fill(0)
  return { blob: new Blob(pieces), fields: { hash, encryptedKeyB64, ivB64: toBase64(iv), manifestB64 } }
}
