import type { Bytes } from '../../../core/crypto/index.ts'

/** The plaintext of the vectors: byte i is (31 i + 7) mod 256. */
export function patternBytes(length: number): Bytes {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = (31 * i + 7) & 255
  return bytes
}

/** A stream of the bytes, cut into pieces of the given sizes, over and over; a size of 0 gives an empty piece. */
export function streamOf(bytes: Bytes, cutSizes: readonly number[] = [bytes.length]): ReadableStream<Bytes> {
  let offset = 0
  let turn = 0
  return new ReadableStream<Bytes>({
    pull(controller) {
      if (offset >= bytes.length) {
        controller.close()
        return
      }
      const size = cutSizes[turn++ % cutSizes.length] ?? bytes.length
      controller.enqueue(bytes.slice(offset, offset + size))
      offset += size
    },
  })
}

export function withBitFlipped(bytes: Bytes, bit: number): Bytes {
  const altered = bytes.slice()
  altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return altered
}
