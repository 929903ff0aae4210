import type { Bytes } from '../crypto/index.ts'

/** Reads at most `view.length` bytes. The buffer of `view` is transferred; afterwards it is that of `value`. */
export type ReadInto = (view: Bytes) => Promise<{ done: boolean; value?: Bytes | undefined }>

/**
 * Reads `bytes` bytes, repeating short reads. The memory is reused, since allocation costs more than reading.
 * @param memory has room for them; it is transferred, and afterwards it is the buffer of the result
 * @param onFilled gets all bytes so far, and may read them until it returns
 * @returns fewer bytes at the end of the stream; none, in other memory, if the read was cancelled
 */
export async function readFully(
  read: ReadInto,
  bytes: number,
  memory: ArrayBuffer,
  onFilled?: (filled: Bytes) => void,
): Promise<Bytes> {
  let filled = 0
  while (filled < bytes) {
    const { done, value } = await read(new Uint8Array(memory, filled, bytes - filled))
    // A cancelled read does not return the memory.
    if (done && !value) return new Uint8Array()
    if (value) memory = value.buffer
    if (done) break
    filled += value?.length ?? 0
    onFilled?.(new Uint8Array(memory, 0, filled))
  }
  return new Uint8Array(memory, 0, filled)
}

/** Holds strong references: Chromium collects a reader that only its pending read refers to. */
const pendingReaders = new Set<ReadableStreamBYOBReader>()

/** Reads from a stream of bytes into the memory of the caller. */
export function byobReader(reader: ReadableStreamBYOBReader): ReadInto {
  return async (view) => {
    pendingReaders.add(reader)
    try {
      return await reader.read(view)
    } finally {
      pendingReaders.delete(reader)
    }
  }
}

/** Reads from a stream that allocates its own buffers, by copying. */
export function copyingReader(reader: ReadableStreamDefaultReader<Bytes>): ReadInto {
  let unread: Bytes = new Uint8Array()
  return async (view) => {
    if (unread.length === 0) {
      const { done, value } = await reader.read()
      if (done) return { done, value: view.subarray(0, 0) }
      unread = value
    }
    const piece = unread.subarray(0, view.length)
    view.set(piece)
    unread = unread.subarray(piece.length)
    return { done: false, value: view.subarray(0, piece.length) }
  }
}
