import { chunkBytes, sealedChunkBytes } from '../contract/limits.ts'
import {
  type Bytes,
  type ChunkSealer,
  chunkSealer,
  contentHashHex,
  contentRootB64u,
  generateFileKey,
  hasContentRoot,
  recipientFingerprint,
  sealedSize,
  sealManifest,
  toBase64,
  utf8,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { type Payload, type SendAnswer, type SendAttempt, sendBody } from './httpSend.ts'
import { letGo } from './letGo.ts'
import { checkType } from './mimeCheck.ts'
import { changedText, FileChangedError, readBlob } from './sourceFile.ts'
import type { SealOptions } from './fileSealer.ts'
import { PartMemory, type StoredPart } from './partStore.ts'
import { type ManifestNames, type SealedFile, UploadForm } from './uploadRequest.ts'

export interface SmallFile {
  file: File
  names: ManifestNames
}

/** What became of a file: its hash and the bytes it has sealed, or why it could not be sealed. */
export type SmallFileOutcome = { ok: true; hash: string; sealedBytes: number } | { ok: false; error: string }

/** A file that was read: all that goes before its bytes in the form is known. */
interface ReadFile extends SealedFile {
  bytes: Bytes
  sealer: ChunkSealer
}

/** A form whose files are sealed, without its end. */
interface FilledForm {
  form: UploadForm
  memory: PartMemory
  size: number
}

/** Files of a batch that are read at a time, and chunks sealed: enough to keep the platform's threads busy. */
const concurrency = 16

/**
 * Small files that share a request, each sealed under a key of its own. They are read and hashed, all of them; then the
 * form's length is known, and their chunks are sealed to their places in it.
 */
export class BatchSealer {
  readonly #batchId: string
  #filled: FilledForm | undefined
  #closed: (StoredPart & { contentType: string }) | undefined

  constructor(batchId: string) {
    this.#batchId = batchId
  }

  /** Seals them; one that cannot be read fails by itself. */
  async seal(
    files: SmallFile[],
    recipient: CryptoKey,
    { checkTypes }: SealOptions,
  ): Promise<SmallFileOutcome[]> {
    const results: (ReadFile | { error: string })[] = []
    await sideBySide(files.entries(), async ([at, file]) => {
      results[at] = await readWhole(file, recipient, checkTypes).catch((error: unknown) => ({
        error: error instanceof Error ? error.message : String(error),
      }))
    })
    const outcomes = results.map((result): SmallFileOutcome =>
      'error' in result
        ? { ok: false, error: result.error }
        : { ok: true, hash: result.fields.hash, sealedBytes: sealedSize(result.bytes.length) },
    )
    const read = results.flatMap((result) => ('error' in result ? [] : [result]))
    const form = new UploadForm(this.#batchId, await recipientFingerprint(recipient), read)
    if (read.length > 0) this.#filled = await fill(form, read)
    return outcomes
  }

  /** Ends the form of those that were sealed. Once, before it is sent. */
  async close(isLast: boolean): Promise<void> {
    if (!this.#filled) throw new Error('Nothing is sealed.')
    const { form, memory, size } = this.#filled
    const end = utf8(form.end(isLast))
    memory.put(end, size)
    this.#filled = undefined
    this.#closed = { ...(await memory.store(size + end.length)), contentType: form.contentType }
  }

  request(): { body: Payload; contentType: string } {
    if (!this.#closed) throw new Error('The form is not closed.')
    return this.#closed
  }

  /** Sends those that were sealed, to be confirmed. */
  send(attempt: SendAttempt, onProgress: (bytes: number) => void): Promise<SendAnswer> {
    const { body, contentType } = this.request()
    return sendBody({ ...attempt, contentType }, body, onProgress)
  }

  /** Nothing of it is wanted any more. */
  drop(): void {
    this.#filled?.memory.drop()
    this.#closed?.drop()
    this.#filled = this.#closed = undefined
  }
}

/** Whole and at once, so that the native one-shot digest serves, at a fifth of the cost of streaming. */
async function readWhole(
  { file, names }: SmallFile,
  recipient: CryptoKey,
  checkTypes: boolean,
): Promise<ReadFile> {
  if (checkTypes) await checkType(file)
  const bytes = await readBlob(file)
  if (bytes.length !== file.size) throw new FileChangedError(changedText)
  const { key, rawKey, iv } = await generateFileKey()
  const size = bytes.length
  const [hash, root, encryptedKeyB64] = await Promise.all([
    contentHashHex(bytes),
    hasContentRoot(size) ? contentRootB64u(bytes) : undefined,
    wrapFileKey(recipient, rawKey),
  ])
  const manifest = { v: 1 as const, size, sha256: hash, ...names, mtime: file.lastModified, root }
  const manifestB64 = await sealManifest(rawKey, iv, manifest)
  rawKey.fill(0)
  const fields = { hash, encryptedKeyB64, ivB64: toBase64(iv), manifestB64 }
  return { names, fields, bytes, sealer: chunkSealer({ key, iv, plainSize: size }) }
}

/** Puts text and sealed bytes to their places; what was read is freed as it is sealed. */
async function fill(form: UploadForm, files: ReadFile[]): Promise<FilledForm> {
  const places: number[] = []
  let size = 0
  form.texts.forEach((text, i) => {
    places.push((size += text.length))
    size += files[i] ? sealedSize(files[i].bytes.length) : 0
  })
  const memory = new PartMemory(size + utf8(form.end(true)).length)
  form.texts.forEach((text, i) => memory.put(text, (places[i] ?? 0) - text.length))
  function* chunks() {
    for (const [i, { bytes, sealer }] of files.entries()) {
      for (let index = 0; index < sealer.count; index++) {
        const chunk = sealer.seal(index, bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes))
        yield { chunk, at: (places[i] ?? 0) + index * sealedChunkBytes }
      }
      letGo(bytes)
    }
  }
  try {
    await sideBySide(chunks(), async ({ chunk, at }) => memory.take(await chunk, at))
  } catch (error) {
    memory.drop()
    throw error
  }
  return { form, memory, size }
}

/** Works through a list, several at a time, up to a failure. Rejects once nothing is under way any more. */
async function sideBySide<T>(list: IterableIterator<T>, work: (entry: T) => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: concurrency }, async () => {
    for (const entry of list) await work(entry)
  })
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}
