import type { Bytes } from '../crypto/index.ts'

/** Reads up to a view's length. Its buffer is transferred, and returned as that of `value`. */
export type ReadInto = (view: Bytes) => Promise<{ done: boolean; value?: Bytes | undefined }>

/**
 * Reads the next bytes into reused memory, since allocation costs more than reading, and repeats short reads.
 * @param memory transferred, and returned as the buffer of the result; at least of that size
 * @param onFilled called with all bytes so far, which it may read until it returns
 * @returns fewer bytes only at the end of the stream; none, in other memory, if the read was cancelled
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

/** Strong references: Chromium collects a reader that only its pending read refers to. */
const pendingReaders = new Set<ReadableStreamBYOBReader>()

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

/** Reads from a stream with its own buffers, by copying. */
export function copyingReader(reader: ReadableStreamDefaultReader<Bytes>): ReadInto {
  let rest: Bytes = new Uint8Array()
  return async (view) => {
    if (rest.length === 0) {
      const { done, value } = await reader.read()
      if (done) return { done, value: view.subarray(0, 0) }
      rest = value
    }
    const some = rest.subarray(0, view.length)
    view.set(some)
    rest = rest.subarray(some.length)
    return { done: false, value: view.subarray(0, some.length) }
  }
}
