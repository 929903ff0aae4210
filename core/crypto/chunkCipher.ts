import { chunkBytes, MiB, tagBytes } from '../../contract/limits.ts'
import { chunkCount, plainSize as plainSizeOf } from '../../contract/sealedSize.ts'
import { be32, be64, type Bytes, concat, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { type AesKey, gcmOpen, gcmSealPieces, ivBytes } from './primitives.ts'

/** FORMAT.md, 1: the sealed file. */
const streamLabel = 'sealpost/1/stream'

/** Size limit of files of other programs, which are opened in one piece, in bytes. */
export const maxWholeBytes = 64 * MiB

/** @throws CryptoError 'truncated' if no plaintext has this sealed size, as for a missing one (NaN) */
export function plainSize(sealedSize: number): number {
  const size = plainSizeOf(sealedSize)
  if (size === undefined) throw new CryptoError('truncated')
  return size
}

/** The IV, XORed in its last five bytes with the index and with 1 for all chunks but the last. */
export function chunkNonce(iv: Bytes, index: number, isLast: boolean): Bytes {
  const nonce = iv.slice()
  const view = new DataView(nonce.buffer)
  view.setUint32(7, view.getUint32(7) ^ index)
  view.setUint8(11, view.getUint8(11) ^ (isLast ? 0 : 1))
  return nonce
}

/** Authenticates IV, length, position and finality with every chunk of a file of several chunks. */
export function chunkAad(iv: Bytes, plainSize: number, index: number, isLast: boolean): Bytes {
  return concat(
    utf8(streamLabel),
    Uint8Array.of(0),
    iv,
    be32(chunkBytes),
    be64(plainSize),
    be32(index),
    Uint8Array.of(isLast ? 1 : 0),
  )
}

interface ChunkedFile {
  key: AesKey
  iv: Bytes
  /** Bytes. */
  plainSize: number
}

export interface ChunkSealer {
  readonly count: number
  /**
   * Seals chunk `index`, in any order and concurrently. The input is copied before this returns.
   * @throws CryptoError 'size-mismatch' if the length does not fit the position, 'sealed-twice' for an index
   * that was sealed before: a (key, nonce) pair repeated for other bytes would reveal both contents
   */
  seal(index: number, plaintext: Bytes): Promise<readonly Bytes[]>
}

export interface ChunkOpener {
  readonly count: number
  /** Opens chunk `index`. The input is copied before this returns. @throws CryptoError 'truncated' at this position, 'damaged' */
  open(index: number, sealed: Bytes): Promise<Bytes>
}

export function chunkSealer(file: ChunkedFile): ChunkSealer {
  const layout = chunkLayout(file)
  const sealedBefore = new Uint8Array(layout.count)
  return {
    count: layout.count,
    async seal(index, plaintext) {
      const { nonce, aad, plainBytes } = layout.chunk(index)
      if (plaintext.length !== plainBytes) throw new CryptoError('size-mismatch')
      if (sealedBefore[index] === 1) throw new CryptoError('sealed-twice')
      sealedBefore[index] = 1
      return gcmSealPieces(file.key, nonce, plaintext, aad)
    },
  }
}

export function chunkOpener(file: ChunkedFile): ChunkOpener {
  const layout = chunkLayout(file)
  return {
    count: layout.count,
    async open(index, sealed) {
      const { nonce, aad, plainBytes } = layout.chunk(index)
      if (sealed.length !== plainBytes + tagBytes) throw new CryptoError('truncated')
      const plaintext = await gcmOpen(file.key, nonce, sealed, aad)
      if (!plaintext) throw new CryptoError('damaged')
      return plaintext
    },
  }
}

function chunkLayout({ iv, plainSize }: ChunkedFile) {
  if (iv.length !== ivBytes) throw new RangeError(`Not an IV: ${iv.length} bytes`)
  const count = chunkCount(plainSize)
  return {
    count,
    chunk(index: number) {
      if (!Number.isInteger(index) || index < 0 || index >= count)
        throw new RangeError(`No chunk ${index} of ${count}`)
      const isLast = index === count - 1
      const plainBytes = isLast ? plainSize - index * chunkBytes : chunkBytes
      // A file of one chunk is plain AES-GCM, as other programs read and write it.
      if (count === 1) return { nonce: iv, aad: undefined, plainBytes }
      return {
        nonce: chunkNonce(iv, index, isLast),
        aad: chunkAad(iv, plainSize, index, isLast),
        plainBytes,
      }
    },
  }
}

/**
 * Opens plain AES-GCM over all bytes: a large file of a program without chunks, without a manifest. It never opens
 * a chunked file, nor the other way round: chunks have additional data, such files have none.
 * @throws CryptoError 'truncated' below 16 bytes, 'damaged' above `maxWholeBytes` or if altered
 */
export async function openWhole(key: AesKey, iv: Bytes, sealed: Bytes): Promise<Bytes> {
  if (sealed.length < tagBytes) throw new CryptoError('truncated')
  const plaintext = sealed.length > maxWholeBytes ? null : await gcmOpen(key, iv, sealed)
  if (!plaintext) throw new CryptoError('damaged')
  return plaintext
}
