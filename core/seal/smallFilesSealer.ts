import { chunkBytes, MiB, sealedChunkBytes } from '../../contract/limits.ts'
import {
  type Bytes,
  type ChunkSealer,
  chunkSealer,
  contentHashHex,
  contentRootB64u,
  deriveManifestKey,
  deriveNamesKey,
  generateFileKey,
  hasContentRoot,
  recipientFingerprint,
  sealedSize,
  utf8,
  wrapFileKey,
} from '../crypto/index.ts'
import { type Fault, fault, FaultError, type Settled } from '../faults/fault.ts'
import { settled } from '../faults/faultOf.ts'
import type { BatchSettings, Body, BodyBuffer, SealingPorts, SmallFile } from '../ports.ts'
import type { SealedFormFile } from '../upload/state.ts'
import { type PositionedChunk, fillBody } from './fillBody.ts'
import { checkFileType } from './mimeCheck.ts'
import { sealedFields } from './sealingKey.ts'
import { type FormFile, UploadForm } from './uploadForm.ts'

interface ReadFile extends FormFile {
  /** Empty once they are sealed. */
  readonly bytes: Bytes
  readonly sealer: ChunkSealer
  readonly sealedBytes: number
}

/** Files of at most so many bytes are read together, up to so many bytes at a time. */
const maxBytesReadTogether = { file: chunkBytes, all: 4 * MiB }
/** Maximum number of files read, and of chunks sealed, at a time: enough for the platform's threads. */
const concurrency = 16

/** Small files of one form. All are read and hashed first: then the length of the form is known. */
export class SmallFilesSealer<F> {
  readonly #ports: SealingPorts<F>
  readonly #settings: BatchSettings
  /** Buffers that several files share, freed once all are sealed. */
  readonly #shared = new Set<ArrayBuffer>()
  /** The form with sealed files, without its end. */
  #filled: { form: UploadForm; buffer: BodyBuffer; bytes: number } | undefined
  #closed: { body: Body; contentType: string; isLast: boolean } | undefined
  #isOver = false

  constructor(ports: SealingPorts<F>, settings: BatchSettings) {
    this.#ports = ports
    this.#settings = settings
  }

  /** @returns one outcome a file, in order: one that cannot be read fails by itself */
  async seal(files: readonly SmallFile<F>[]): Promise<(SealedFormFile | Fault)[]> {
    const results = await this.#readAll(files)
    const read = results.flatMap((result) => (result.ok ? [result.value] : []))
    if (read.length > 0) await this.#fill(read)
    return results.map((result) => {
      if (!result.ok) return result.fault
      const { fields, sealedBytes } = result.value
      return { hash: fields.hash, sealedBytes, hidden: fields.hidden }
    })
  }

  /** Completes the form, and frees its body if dropped meanwhile. @param isLast stays true once set */
  async form(isLast: boolean): Promise<{ body: Body; contentType: string }> {
    if (this.#filled) {
      const { form, buffer, bytes } = this.#filled
      this.#filled = undefined
      const end = utf8(form.end(isLast))
      buffer.put(end, bytes)
      const body = await buffer.close(bytes + end.length)
      const closed = { body, contentType: form.contentType, isLast }
      if (this.#isOver) body.drop()
      else this.#closed = closed
      return closed
    }
    if (this.#closed?.isLast !== isLast) throw new Error('There is no such form.')
    return this.#closed
  }

  drop(): void {
    this.#isOver = true
    this.#filled?.buffer.drop()
    this.#closed?.body.drop()
    this.#filled = this.#closed = undefined
  }

  async #readAll(files: readonly SmallFile<F>[]): Promise<Settled<ReadFile>[]> {
    const results: Settled<ReadFile>[] = []
    const together = await this.#readTogether(files)
    const waiting = files.entries()
    const readNext = async () => {
      for (const [at, file] of waiting) results[at] = await settled(this.#read(file, together[at]))
    }
    await Promise.all(Array.from({ length: concurrency }, readNext))
    return results
  }

  /** @returns bytes by the position of their file; others are read by themselves, and fail by themselves */
  async #readTogether(files: readonly SmallFile<F>[]): Promise<Bytes[]> {
    const read: Bytes[] = []
    if (!this.#ports.readTogether) return read
    for (const group of this.#groups(files)) {
      const ofGroup = group.flatMap((at) => files[at]?.file ?? [])
      const bytes = this.#isOver ? [] : await this.#ports.readTogether(ofGroup).catch(() => [])
      for (const [i, one] of bytes.entries()) {
        read[group[i] ?? -1] = one
        this.#shared.add(one.buffer)
      }
    }
    return read
  }

  /** Positions of files that are read together. */
  *#groups(files: readonly SmallFile<F>[]): Generator<number[], void, void> {
    let group: number[] = []
    let bytes = 0
    for (const [at, { file }] of files.entries()) {
      const { size } = this.#ports.source(file)
      if (size > maxBytesReadTogether.file) continue
      if (bytes + size > maxBytesReadTogether.all) {
        yield group
        group = []
        bytes = 0
      }
      group.push(at)
      bytes += size
    }
    if (group.length > 1) yield group
  }

  /**
   * Reads the file at once for the native digest, at a fifth of the cost of a streaming one.
   * @param read its bytes, if they have been read with others
   */
  async #read({ file, manifestDraft }: SmallFile<F>, read?: Bytes): Promise<ReadFile> {
    if (this.#isOver) throw new Error('The files are dropped.')
    const source = this.#ports.source(file)
    const bytes = read ?? (await source.whole())
    if (this.#settings.checkTypes) await checkFileType(source, bytes)
    if (bytes.length !== source.size) throw new FaultError(fault('file-changed'))
    const { key, rawKey, iv } = await generateFileKey()
    const size = bytes.length
    const [hash, root, encryptedKeyB64] = await Promise.all([
      contentHashHex(bytes),
      hasContentRoot(size) ? contentRootB64u(bytes) : undefined,
      wrapFileKey(this.#settings.recipient, rawKey),
    ])
    const manifestKey = await deriveManifestKey(rawKey, iv)
    const namesKey = this.#settings.privateNames ? await deriveNamesKey(rawKey, iv) : undefined
    rawKey.fill(0)
    const { lastModified } = source
    const sealingKey = { manifestKey, encryptedKeyB64, size, lastModified, namesKey }
    const fields = await sealedFields(sealingKey, { ...this.#settings, manifestDraft }, { hash, root })
    const sealer = chunkSealer({ key, iv, plainSize: size })
    return { manifestDraft, fields, bytes, sealer, sealedBytes: sealedSize(size) }
  }

  /** Writes text and sealed bytes to their positions; plaintext is freed once sealed. */
  async #fill(files: readonly ReadFile[]): Promise<void> {
    const { recipient, batchId, answers } = this.#settings
    const sealedTo = await recipientFingerprint(recipient)
    const form = new UploadForm({ batchId, sealedTo, answersB64: answers?.sealedB64 }, files)
    const sizes = [...form.texts.map(({ length }) => length), ...files.map((file) => file.sealedBytes)]
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const withEnd = bytes + utf8(form.end(true)).length
    const chunks = (buffer: BodyBuffer) => this.#chunks(form, files, buffer)
    const buffer = await fillBody(this.#ports.bodies, withEnd, chunks, concurrency)
    for (const shared of this.#shared) this.#ports.detach(new Uint8Array(shared))
    if (this.#isOver) buffer.drop()
    else this.#filled = { form, buffer, bytes }
  }

  *#chunks(
    form: UploadForm,
    files: readonly ReadFile[],
    buffer: BodyBuffer,
  ): Generator<PositionedChunk, void, void> {
    let at = 0
    for (const [i, text] of form.texts.entries()) {
      buffer.put(text, at)
      at += text.length
      const file = files[i]
      if (!file) continue
      const { bytes, sealer, sealedBytes } = file
      for (let index = 0; index < sealer.count; index++) {
        const chunk = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)
        yield { sealed: sealer.seal(index, chunk), at: at + index * sealedChunkBytes }
      }
      if (!this.#shared.has(bytes.buffer)) this.#ports.detach(bytes)
      at += sealedBytes
    }
  }
}
