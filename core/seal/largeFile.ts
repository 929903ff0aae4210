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
import { finalCheckpoint } from '../upload/finalCheckpoint.ts'
import type { Bodies, Body, FileHead, MakeAs, MarkedHash, SealingPorts, Source } from '../ports.ts'
import { freshSeal, keptSeal, type OpenedSeal, sealedFields } from './fileSeal.ts'
import { filledRoom, type PlacedChunk } from './inPlace.ts'
import { type Slice, Slices } from './slices.ts'
import type { FileSeal } from './types.ts'
import { type SealedFields, UploadForm } from './uploadForm.ts'

/** On their way through the hash while the next one is sealed, so that it has work while this thread sends a part. */
const slicesInHash = 2

/** Of a part, in plaintext bytes. */
type Range = readonly [start: number, end: number]

/**
 * Seals one large file, front to back, in one pass, and holds its parts: a slice is read, its chunks go to the
 * platform's encryption and to its digest, for the content root, then the slice itself to the hash. Key and IV serve this
 * one content, and end with it.
 *
 * [Note: Marks]
 * The mark of a part is the state of the plaintext's hash behind it; behind the last part, what the manifest says of the
 * content. Leaves of its root are not kept, since they would tell the content piece by piece: they are made anew while the
 * parts of before are read again. Whoever keeps a `FileSeal` and the marks of what was sent can go on with the same key
 * later: the parts of before are read again, and only what leads to the same marks is sealed a second time, to the same
 * ciphertext. So no key and nonce ever seal two contents, whatever became of the file in between.
 */
export class LargeFile {
  /** Key and IV as a journal may keep them, of `KeyVault.pack`. */
  readonly kept: unknown
  readonly #seal: FileSeal
  readonly #bodies: Bodies
  readonly #head: FileHead
  readonly #partBytes: number
  readonly #slices: Slices
  readonly #sealer: ChunkSealer
  readonly #hash: MarkedHash
  readonly #root: ContentRoot | null
  /** Sealed and not yet known to be on the server. */
  readonly #parts = new Map<number, Body>()
  /** Of the part that was asked for last: parts are made in order. */
  #before: Promise<unknown> = Promise.resolve()
  readonly #hashing: Promise<unknown>[] = []
  #fields: Promise<SealedFields> | undefined
  #isOver = false

  private constructor(
    bodies: Bodies,
    source: Source,
    { seal, kept }: OpenedSeal,
    head: FileHead,
    hash: MarkedHash,
  ) {
    this.#bodies = bodies
    this.kept = kept
    this.#seal = seal
    this.#head = head
    this.#partBytes = head.partChunks * chunkBytes
    this.#slices = new Slices(source, this.#partBytes)
    this.#sealer = chunkSealer({ key: seal.key, iv: seal.manifestKey.iv, plainSize: seal.size })
    this.#hash = hash
    this.#root = hasContentRoot(seal.size) ? new ContentRoot(seal.size) : null
  }

  /**
   * @param kept the key of before, with which every part of before has to be read again; null for a fresh one
   * @throws FaultError 'type-mismatch', 'file-changed', 'not-as-sealed'
   */
  static async open<F>(ports: SealingPorts<F>, file: F, head: FileHead, kept: unknown): Promise<LargeFile> {
    const source = ports.source(file)
    const opened =
      kept === null ? await freshSeal(source, head, ports.vault) : await keptSeal(source, kept, ports.vault)
    return new LargeFile(ports.bodies, source, opened, head, await ports.beginHash())
  }

  /**
   * Makes the next part, number `n`, and its mark. Several may be asked for ahead: each begins when the one before it is
   * made, while that one's mark is still on its way through the hash.
   * @throws FaultError 'file-changed', 'not-as-sealed'; Error where it is not the next
   */
  async make(n: number, as: MakeAs): Promise<{ mark: string }> {
    const made = this.#before.then(async () => {
      const range = this.#next(n)
      if (!as.isNew) return this.#cover(n, range, as)
      await this.#store(n, range, this.#sealedSlices(range))
      return { mark: this.#markHere() }
    })
    // What comes after a failure fails like it.
    this.#before = made
    const { mark } = await made
    return { mark: await mark }
  }

  /** @throws Error where there is no such part */
  part(n: number): Body {
    const part = this.#parts.get(n)
    if (!part) throw new Error(`There is no part ${n}.`)
    return part
  }

  /** The server has it. */
  dropPart(n: number): void {
    this.#parts.get(n)?.drop()
    this.#parts.delete(n)
  }

  /** What is still being made is let go of as soon as it is there. */
  drop(): void {
    this.#isOver = true
    this.#slices.close()
    this.#hash.drop()
    for (const n of [...this.#parts.keys()]) this.dropPart(n)
  }

  /**
   * The form that names the parts on the server as this file, once they are all there.
   * @param mark of the last part
   */
  async confirmation(
    uploadId: string,
    mark: string,
    isLast: boolean,
  ): Promise<{ body: Body; contentType: string }> {
    const { names, answers } = this.#head
    this.#fields ??= sealedFields(this.#seal, this.#head, mark)
    const head = { batchId: names.batch, sealedTo: this.#seal.sealedTo, answersB64: answers?.sealedB64 }
    const form = new UploadForm(head, [{ names, uploadId, fields: await this.#fields }])
    const body = this.#bodies.ofTexts([...form.texts, form.end(isLast)])
    return { body, contentType: form.contentType }
  }

  /** A slice goes to the hash, and is empty then, when the chunk after its last one is asked for. */
  async *#sealedSlices([partStart, partEnd]: Range): AsyncGenerator<PlacedChunk, void, void> {
    while (this.#slices.position < partEnd) {
      const slice = await this.#nextSlice()
      yield* this.#sealed(slice, partStart)
      await this.#root?.update(slice.bytes)
      // By the mark, if not before.
      this.#hashing.push(markHandled(this.#hash.update([slice.bytes]).then(this.#giveBack)))
      if (this.#hashing.length > slicesInHash) await this.#hashing.shift()
    }
  }

  /**
   * Reads part `n` of before again and compares with its mark, where there is one. Where it is wanted its bytes, the very
   * ones that were compared, are sealed again.
   */
  async #cover(n: number, range: Range, { mark, isWanted }: MakeAs): Promise<{ mark: Promise<string> }> {
    const slices: Slice[] = []
    while (this.#slices.position < range[1]) {
      const { start, bytes } = await this.#nextSlice()
      await this.#root?.update(bytes)
      const hashed = await this.#hash.update([bytes])
      if (isWanted) slices.push(...hashed.map((back) => ({ start, bytes: back })))
      else this.#giveBack(hashed)
    }
    const here = this.#markHere()
    if (mark === null ? isWanted : (await here) !== mark) throw notAsSealed()
    if (!isWanted) return { mark: here }
    await this.#store(n, range, this.#sealedAgain(slices, range))
    return { mark: here }
  }

  *#sealedAgain(slices: Slice[], [partStart]: Range): Generator<PlacedChunk, void, void> {
    for (const slice of slices) {
      yield* this.#sealed(slice, partStart)
      this.#slices.giveBack(slice.bytes.buffer)
    }
  }

  /** Where part `n` begins and ends, which has to be the next. */
  #next(n: number): Range {
    const start = (n - 1) * this.#partBytes
    if (this.#slices.position !== start || this.#slices.isAtEnd) throw new Error(`Part ${n} is not the next.`)
    return [start, Math.min(this.#seal.size, start + this.#partBytes)]
  }

  async #nextSlice(): Promise<Slice> {
    if (this.#isOver) throw dropped()
    return this.#slices.next()
  }

  readonly #giveBack = (pieces: Bytes[]) => {
    for (const { buffer } of pieces) this.#slices.giveBack(buffer)
  };

  *#sealed({ start, bytes }: Slice, partStart: number): Generator<PlacedChunk, void, void> {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      const place = ((start - partStart + at) / chunkBytes) * sealedChunkBytes
      yield { sealed: this.#sealer.seal((start + at) / chunkBytes, chunk), at: place }
    }
  }

  async #store(
    n: number,
    [start, end]: Range,
    chunks: Iterable<PlacedChunk> | AsyncIterable<PlacedChunk>,
  ): Promise<void> {
    const room = await filledRoom(this.#bodies, sealedSize(end - start), () => chunks)
    const part = await room.close()
    this.#parts.set(n, part)
    if (!this.#isOver) return
    this.dropPart(n)
    throw dropped()
  }

  /** Of all slices so far. */
  #markHere(): Promise<string> {
    return markHandled(this.#slices.isAtEnd ? this.#finalCheckpoint() : this.#hash.mark())
  }

  async #finalCheckpoint(): Promise<string> {
    const [hash, root] = await Promise.all([this.#hash.digestHex(), this.#root?.b64u()])
    return finalCheckpoint({ hash, root })
  }
}

const notAsSealed = () => new FaultError(fault('not-as-sealed'))
const dropped = () => new Error('The file is dropped.')
