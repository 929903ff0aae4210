import { chunkBytes } from '../contract/limits.ts'
import {
  chunkSealer,
  contentHashHex,
  generateFileKey,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { type SendAnswer, type SendAttempt, sendBody } from './httpSend.ts'
import { checkType } from './mimeCheck.ts'
import { changedText, FileChangedError, readBlob } from './sourceFile.ts'
import type { SealOptions } from './fileSealer.ts'
import { type ManifestNames, type SealedFile, uploadRequestForm } from './uploadRequest.ts'

export interface SmallFile {
  file: File
  names: ManifestNames
}

/** What became of a file: its hash and the bytes it has sealed, or why it could not be sealed. */
export type SmallFileOutcome = { ok: true; hash: string; sealedBytes: number } | { ok: false; error: string }

/** How many files of a batch are read and sealed at a time: enough to keep the platform's threads busy. */
const concurrency = 16

/** Small files that share a request, each sealed under a key of its own. */
export class BatchSealer {
  readonly #sealed: SealedFile[] = []

  /** Seals them; one that cannot be sealed fails by itself. */
  async seal(
    files: SmallFile[],
    recipient: CryptoKey,
    { checkTypes }: SealOptions,
  ): Promise<SmallFileOutcome[]> {
    const results: (SealedFile | { error: string })[] = []
    let next = 0
    const work = async () => {
      for (let at = next++; at < files.length; at = next++) {
        const item = files[at]
        if (!item) return
        results[at] = await sealWhole(item, recipient, checkTypes).catch((error: unknown) => ({
          error: error instanceof Error ? error.message : String(error),
        }))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    return results.map((result) => {
      if ('error' in result) return { ok: false, error: result.error }
      this.#sealed.push(result)
      return { ok: true, hash: result.fields.hash, sealedBytes: result.body.size }
    })
  }

  get sealed(): readonly SealedFile[] {
    return this.#sealed
  }

  /** Sends those that were sealed, to be confirmed. */
  send(
    batchId: string,
    isLast: boolean,
    attempt: SendAttempt,
    onProgress: (bytes: number) => void,
  ): Promise<SendAnswer> {
    return sendBody(attempt, uploadRequestForm(batchId, this.#sealed, isLast), onProgress)
  }
}

/** Reads the file once into memory, so that the native one-shot digest serves, at half the cost of streaming. */
async function sealWhole(
  { file, names }: SmallFile,
  recipient: CryptoKey,
  checkTypes: boolean,
): Promise<SealedFile> {
  if (checkTypes) await checkType(file)
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
  const fields = { hash, encryptedKeyB64, ivB64: toBase64(iv), manifestB64 }
  return { names, body: new Blob(pieces), fields }
}
