import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import type { Bytes } from './bytes.ts'
import { type ChunkedFile, chunkOpener, chunkSealer, plainSize as plainSizeOf } from './chunkCipher.ts'
import { CryptoError } from './errors.ts'

/**
 * Seals a file of known size, however its bytes are cut on the way in.
 * The stream fails with CryptoError 'size-mismatch' when fewer or more bytes arrive than announced.
 */
export function sealStream(file: ChunkedFile): TransformStream<Bytes, Bytes> {
  const sealer = chunkSealer(file)
  const changed = () => new CryptoError('size-mismatch')
  return pieceStream({
    pieceBytes: chunkBytes,
    inputBytes: file.plainSize,
    firstIndex: 0,
    work: (index, piece) => sealer.seal(index, piece),
    endedEarly: changed,
    endedLate: changed,
  })
}

export interface SealedSource {
  key: CryptoKey
  iv: Bytes
  /** Length in bytes of the whole sealed file, also when reading starts later. */
  sealedSize: number
  /** The chunk that the input starts with, for reading that goes on after a cut; 0 unless given. */
  fromChunk?: number
}

/**
 * Opens a sealed file, however its bytes are cut on the way in. Plaintext comes out chunk by chunk, each only after
 * its tag has verified. An early end is an error of the stream ('truncated'), as are a failed tag and bytes after the
 * end ('damaged'): never a silent short file.
 * @throws CryptoError 'truncated' at once when no plaintext has this sealed size.
 */
export function openStream({
  key,
  iv,
  sealedSize,
  fromChunk = 0,
}: SealedSource): TransformStream<Bytes, Bytes> {
  const opener = chunkOpener({ key, iv, plainSize: plainSizeOf(sealedSize) })
  if (!Number.isInteger(fromChunk) || fromChunk < 0 || fromChunk >= opener.count)
    throw new RangeError(`No chunk ${fromChunk} of ${opener.count}`)
  return pieceStream({
    pieceBytes: sealedChunkBytes,
    inputBytes: sealedSize - fromChunk * sealedChunkBytes,
    firstIndex: fromChunk,
    work: (index, piece) => opener.open(index, piece),
    endedEarly: () => new CryptoError('truncated'),
    endedLate: () => new CryptoError('damaged'),
  })
}

/** Pieces at work beside the oldest one: the platform works on its own threads while the next piece is gathered. */
const piecesAhead = 4

/** What waits on either side, so that reader and writer need not keep step: inputs as they come, and pieces. */
const inputsAhead = 2
const piecesReady = 8

interface PieceWork {
  pieceBytes: number
  inputBytes: number
  firstIndex: number
  /** Must copy its piece before it returns: the next piece is gathered in the same memory. */
  work(index: number, piece: Bytes): Promise<Bytes>
  endedEarly(): Error
  endedLate(): Error
}

/** Cuts its input into pieces (the last may be short), works on a few at once and puts the results out in order. */
function pieceStream(task: PieceWork): TransformStream<Bytes, Bytes> {
  const cutter = pieceCutter(task.pieceBytes)
  let missingBytes = task.inputBytes
  let index = task.firstIndex
  let lastOutput = Promise.resolve()
  const outputs: Promise<void>[] = []

  function begin(piece: Bytes, controller: TransformStreamDefaultController<Bytes>) {
    const before = lastOutput
    const result = task.work(index++, piece)
    result.catch(noop) // reported below, once the pieces before it are out
    lastOutput = before.then(async () => {
      const bytes = await result
      if (bytes.length > 0) controller.enqueue(bytes)
    })
    lastOutput.catch((error: unknown) => controller.error(error))
    outputs.push(lastOutput)
  }

  return new TransformStream<Bytes, Bytes>(
    {
      async transform(input, controller) {
        missingBytes -= input.length
        if (missingBytes < 0) throw task.endedLate()
        for (const piece of cutter.cut(input)) {
          begin(piece, controller)
          if (outputs.length > piecesAhead) await outputs.shift()
        }
      },
      async flush(controller) {
        if (missingBytes > 0) throw task.endedEarly()
        const rest = cutter.rest()
        // An empty file still is one sealed chunk.
        if (rest.length > 0 || index === task.firstIndex) begin(rest, controller)
        await lastOutput
      },
    },
    { highWaterMark: inputsAhead },
    { highWaterMark: piecesReady },
  )
}

/** A piece is valid until the next one is asked for: whole pieces are views of the input, others share one buffer. */
function pieceCutter(pieceBytes: number) {
  let held: Bytes | null = null
  let heldBytes = 0
  return {
    *cut(input: Bytes): Generator<Bytes, void> {
      let offset = 0
      if (held && heldBytes > 0) {
        offset = Math.min(pieceBytes - heldBytes, input.length)
        held.set(input.subarray(0, offset), heldBytes)
        heldBytes += offset
        if (heldBytes < pieceBytes) return
        heldBytes = 0
        yield held
      }
      for (; input.length - offset >= pieceBytes; offset += pieceBytes)
        yield input.subarray(offset, offset + pieceBytes)
      if (offset === input.length) return
      held ??= new Uint8Array(pieceBytes)
      held.set(input.subarray(offset))
      heldBytes = input.length - offset
    },
    rest(): Bytes {
      return held ? held.subarray(0, heldBytes) : new Uint8Array(0)
    },
  }
}

function noop() {
  /* nothing */
}
