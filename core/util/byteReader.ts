import type { Bytes } from '../crypto/index.ts'

/** Reads into a view, which is taken away and comes back as what lies under `value`: some bytes, or the end. */
export type ReadInto = (view: Bytes) => Promise<{ done: boolean; value?: Bytes | undefined }>

/**
 * The next bytes, in memory that was used before: fresh memory for each costs more than the reading. Fewer bytes where
 * there are no more.
 * @param memory is taken away and comes back as what lies under the result; at least so large
 * @param onFilled hears of all that has come so far, which it may look at until it returns
 */
export async function fill(
  read: ReadInto,
  bytes: number,
  memory: ArrayBuffer,
  onFilled?: (filled: Bytes) => void,
): Promise<Bytes> {
  let filled = 0
  while (filled < bytes) {
    const { done, value } = await read(new Uint8Array(memory, filled, bytes - filled))
    if (value) memory = value.buffer
    if (done) break
    filled += value?.length ?? 0
    onFilled?.(new Uint8Array(memory, 0, filled))
  }
  return new Uint8Array(memory, 0, filled)
}

/** Held here: Chromium collects a reader that nothing but its own pending read would keep, and the read never ends. */
const underWay = new Set<ReadableStreamBYOBReader>()

/** Of a stream of bytes. */
export function filling(reader: ReadableStreamBYOBReader): ReadInto {
  return async (view) => {
    underWay.add(reader)
    try {
      return await reader.read(view)
    } finally {
      underWay.delete(reader)
    }
  }
}

/** Of a stream that hands out memory of its own: its pieces are copied. */
export function copying(reader: ReadableStreamDefaultReader<Bytes>): ReadInto {
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
