import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import {
  type Bytes,
  type ChunkSealer,
  chunkSealer,
  ContentRoot,
  hasContentRoot,
  sealedSize,
} from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { markHandled } from '../util/markHandled.ts'
import { readFinalCheckpoint, finalCheckpoint } from '../upload/finalCheckpoint.ts'
import type {
  Bodies,
  Body,
  FileSettings,
  MakePartOptions,
  CheckpointHash,
  SealingPorts,
  Source,
} from '../ports.ts'
import { newSealingKey, type JournaledKey, sealedFields, unpackSealingKey } from './sealingKey.ts'
import { fillBody, type PositionedChunk } from './fillBody.ts'
import { type PlaintextSlice, SliceReader } from './sliceReader.ts'
import type { HiddenNames, SealingKey } from './types.ts'
import { type SealedFields, UploadForm } from './uploadForm.ts'

/** Slices being hashed, so that the hash has work while this thread sends a part. */
const slicesInHash = 2

/** Bytes of the plaintext. */
type Range = readonly [start: number, end: number]

/**
 * Seals one large file in one pass, and holds its parts: a slice is read, its chunks are encrypted and
 * digested by the platform, for the content root, then the slice is hashed.
 *
 * [Note: Checkpoints]
 * The checkpoint of a part is the state of the plaintext's hash after it; after the last part, the
 * content as the manifest describes it. With a stored `SealingKey` and the checkpoints of sent parts the same key
 * can be used later: earlier parts are read again, and sealed again only if their checkpoints match, to the same
 * ciphertext. So no key and nonce ever seal two contents, even if the file has changed meanwhile. Leaves of the
 * content root are computed again, too: if stored, they would reveal content piece by piece.
 */
export class LargeFileSealer {
  /** From `KeyVault.pack`. */
  readonly packedKey: unknown
  readonly #sealingKey: SealingKey
  readonly #bodies: Bodies
  readonly #settings: FileSettings
  readonly #partBytes: number
  readonly #slices: SliceReader
  readonly #sealer: ChunkSealer
  readonly #hash: CheckpointHash
  readonly #root: ContentRoot | null
  readonly #parts = new Map<number, Body>()
  /** The part requested last: parts are made in order. */
  #previous: Promise<unknown> = Promise.resolve()
  readonly #hashing: Promise<unknown>[] = []
  #fields: Promise<SealedFields> | undefined
  #isOver = false

  private constructor(
    bodies: Bodies,
    source: Source,
    { sealingKey, packedKey }: JournaledKey,
    settings: FileSettings,
    hash: CheckpointHash,
  ) {
    const { key, manifestKey, size } = sealingKey
    this.#bodies = bodies
    this.packedKey = packedKey
    this.#sealingKey = sealingKey
    this.#settings = settings
    this.#partBytes = settings.partChunks * chunkBytes
    this.#slices = new SliceReader(source, this.#partBytes)
    this.#sealer = chunkSealer({ key, iv: manifestKey.iv, plainSize: size })
    this.#hash = hash
    this.#root = hasContentRoot(size) ? new ContentRoot(size) : null
  }

  /** @param packedKey a stored key, with which earlier parts are read again; or null @throws FaultError */
  static async open<F>(
    ports: SealingPorts<F>,
    file: F,
    settings: FileSettings,
    packedKey: unknown,
  ): Promise<LargeFileSealer> {
    const source = ports.source(file)
    const opened =
      packedKey === null
        ? await newSealingKey(source, settings, ports.vault)
        : await unpackSealingKey(source, settings, packedKey, ports.vault)
    return new LargeFileSealer(ports.bodies, source, opened, settings, await ports.beginHash())
  }

  /**
   * Makes the next part, number `n`, and its checkpoint. Can be called ahead: a part starts when the one
   * before it is made, while that one's checkpoint is still being computed.
   * @throws FaultError 'file-changed', 'not-as-sealed'; Error if it is not the next part
   */
  async make(n: number, as: MakePartOptions): Promise<{ checkpoint: string }> {
    const made = this.#previous.then(async () => {
      const range = this.#next(n)
      if (!as.isNew) return this.#readAgain(n, range, as)
      await this.#store(n, range, this.#sealedSlices(range))
      return { checkpoint: this.#checkpoint() }
    })
    // After a failure all later parts fail alike.
    this.#previous = made
    const { checkpoint } = await made
    return { checkpoint: await checkpoint }
  }

  /** @throws Error if there is no such part */
  part(n: number): Body {
    const part = this.#parts.get(n)
    if (!part) throw new Error(`There is no part ${n}.`)
    return part
  }

  dropPart(n: number): void {
    this.#parts.get(n)?.drop()
    this.#parts.delete(n)
  }

  /** Frees all parts, and those still being made once they are done. */
  drop(): void {
    this.#isOver = true
    this.#slices.close()
    this.#hash.drop()
    for (const n of [...this.#parts.keys()]) this.dropPart(n)
  }

  /** The form that makes the parts a file. @param checkpoint of the last part */
  async confirmation(
    uploadId: string,
    checkpoint: string,
    isLast: boolean,
  ): Promise<{ body: Body; contentType: string }> {
    const { manifestDraft, answers } = this.#settings
    const formHead = {
      batchId: manifestDraft.batch,
      sealedTo: this.#sealingKey.sealedTo,
      answersB64: answers?.sealedB64,
    }
    const fields = await this.#sealedFields(checkpoint)
    const form = new UploadForm(formHead, [{ manifestDraft, uploadId, fields }])
    const body = this.#bodies.ofParts([...form.texts, form.end(isLast)])
    return { body, contentType: form.contentType }
  }

  /** What the confirmation tells in place of the file's names; null if it tells them. */
  async hiddenNames(checkpoint: string): Promise<HiddenNames | null> {
    return (await this.#sealedFields(checkpoint)).hidden ?? null
  }

  #sealedFields(checkpoint: string): Promise<SealedFields> {
    return (this.#fields ??= sealedFields(this.#sealingKey, this.#settings, readFinalCheckpoint(checkpoint)))
  }

  /** A slice is transferred to the hash, and emptied, when the chunk after its last is requested. */
  async *#sealedSlices([partStart, partEnd]: Range): AsyncGenerator<PositionedChunk, void, void> {
    while (this.#slices.position < partEnd) {
      const slice = await this.#nextSlice()
      yield* this.#sealed(slice, partStart)
      await this.#root?.update(slice.bytes)
      // At the latest, the checkpoint rejects.
      this.#hashing.push(markHandled(this.#hash.update([slice.bytes]).then(this.#giveBack)))
      if (this.#hashing.length > slicesInHash) await this.#hashing.shift()
    }
  }

  /** Reads part `n` again, compares its checkpoint, if any, and seals it again if wanted. */
  async #readAgain(
    n: number,
    range: Range,
    { checkpoint, isWanted }: MakePartOptions,
  ): Promise<{ checkpoint: Promise<string> }> {
    const slices: PlaintextSlice[] = []
    while (this.#slices.position < range[1]) {
      const { start, bytes } = await this.#nextSlice()
      await this.#root?.update(bytes)
      const hashed = await this.#hash.update([bytes])
      if (isWanted) slices.push(...hashed.map((back) => ({ start, bytes: back })))
      else this.#giveBack(hashed)
    }
    const checkpointHere = this.#checkpoint()
    if (checkpoint === null ? isWanted : (await checkpointHere) !== checkpoint) throw notAsSealed()
    if (!isWanted) return { checkpoint: checkpointHere }
    await this.#store(n, range, this.#sealedAgain(slices, range))
    return { checkpoint: checkpointHere }
  }

  *#sealedAgain(slices: PlaintextSlice[], [partStart]: Range): Generator<PositionedChunk, void, void> {
    for (const slice of slices) {
      yield* this.#sealed(slice, partStart)
      this.#slices.giveBack(slice.bytes.buffer)
    }
  }

  #next(n: number): Range {
    const start = (n - 1) * this.#partBytes
    if (this.#slices.position !== start || this.#slices.isAtEnd) throw new Error(`Part ${n} is not the next.`)
    return [start, Math.min(this.#sealingKey.size, start + this.#partBytes)]
  }

  async #nextSlice(): Promise<PlaintextSlice> {
    if (this.#isOver) throw dropped()
    return this.#slices.next()
  }

  readonly #giveBack = (pieces: Bytes[]) => {
    for (const { buffer } of pieces) this.#slices.giveBack(buffer)
  };

  *#sealed({ start, bytes }: PlaintextSlice, partStart: number): Generator<PositionedChunk, void, void> {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      const position = ((start - partStart + at) / chunkBytes) * sealedChunkBytes
      yield { sealed: this.#sealer.seal((start + at) / chunkBytes, chunk), at: position }
    }
  }

  async #store(
    n: number,
    [start, end]: Range,
    chunks: Iterable<PositionedChunk> | AsyncIterable<PositionedChunk>,
  ): Promise<void> {
    const buffer = await fillBody(this.#bodies, sealedSize(end - start), () => chunks)
    const part = await buffer.close()
    this.#parts.set(n, part)
    if (!this.#isOver) return
    this.dropPart(n)
    throw dropped()
  }

  #checkpoint(): Promise<string> {
    return markHandled(this.#slices.isAtEnd ? this.#finalCheckpoint() : this.#hash.checkpoint())
  }

  async #finalCheckpoint(): Promise<string> {
    const [hash, root] = await Promise.all([this.#hash.digestHex(), this.#root?.b64u()])
    return finalCheckpoint({ hash, root })
  }
}

const notAsSealed = () => new FaultError(fault('not-as-sealed'))
const dropped = () => new Error('The file is dropped.')
