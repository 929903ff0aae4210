import { chunkBytes } from '../contract/limits.ts'
import {
  chunkSealer,
  concat,
  contentHashHex,
  generateFileKey,
  recipientFingerprint,
  sealedSize,
  sealManifest,
  toBase64,
  utf8,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { type Payload, type SendAnswer, type SendAttempt, sendBody } from './httpSend.ts'
import { checkType } from './mimeCheck.ts'
import { changedText, FileChangedError, readBlob } from './sourceFile.ts'
import type { SealOptions } from './fileSealer.ts'
import { type StoredPart, storePart } from './partStore.ts'
import { type ManifestNames, type SealedFile, UploadForm } from './uploadRequest.ts'

export interface SmallFile {
  file: File
  names: ManifestNames
}

/** What became of a file: its hash and the bytes it has sealed, or why it could not be sealed. */
export type SmallFileOutcome = { ok: true; hash: string; sealedBytes: number } | { ok: false; error: string }

type SealedWhole = SealedFile & { sealedBytes: number }

/** How many files of a batch are read and sealed at a time: enough to keep the platform's threads busy. */
const concurrency = 16

/** Small files that share a request, each sealed under a key of its own. */
export class BatchSealer {
  readonly #batchId: string
  #form: UploadForm | undefined
  #stored: StoredPart | undefined

  constructor(batchId: string) {
    this.#batchId = batchId
  }

  /** Seals them; one that cannot be sealed fails by itself. */
  async seal(
    files: SmallFile[],
    recipient: CryptoKey,
    { checkTypes }: SealOptions,
  ): Promise<SmallFileOutcome[]> {
    const results: (SealedWhole | { error: string })[] = []
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
    const sealed = results.flatMap((result) => ('error' in result ? [] : [result]))
    this.#form = new UploadForm(this.#batchId, await recipientFingerprint(recipient), sealed)
    // Taken out of the form: they are not needed twice.
    this.#stored = await storePart(this.#form.pieces.splice(0))
    return results.map((result) =>
      'error' in result
        ? { ok: false, error: result.error }
        : { ok: true, hash: result.fields.hash, sealedBytes: result.sealedBytes },
    )
  }

  /** The form of those that were sealed. */
  request(isLast: boolean): { body: Payload; contentType: string } {
    if (!this.#form || !this.#stored) throw new Error('Nothing is sealed.')
    const { body } = this.#stored
    const end = this.#form.end(isLast)
    return {
      body: body instanceof Blob ? new Blob([body, end]) : concat(body, utf8(end)),
      contentType: this.#form.contentType,
    }
  }

  /** Sends those that were sealed, to be confirmed. */
  send(isLast: boolean, attempt: SendAttempt, onProgress: (bytes: number) => void): Promise<SendAnswer> {
    const { body, contentType } = this.request(isLast)
    return sendBody({ ...attempt, contentType }, body, onProgress)
  }

  /** Nothing of it is wanted any more. */
  drop(): void {
    this.#stored?.drop()
    this.#stored = undefined
  }
}

/** Reads the file once into memory, so that the native one-shot digest serves, at half the cost of streaming. */
async function sealWhole(
  { file, names }: SmallFile,
  recipient: CryptoKey,
  checkTypes: boolean,
): Promise<SealedWhole> {
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
  return { names, content: { pieces }, fields, sealedBytes: sealedSize(bytes.length) }
}
