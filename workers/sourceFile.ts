/** The file under us is not what it was when it was picked. Its key must not be used for other bytes. */
export class FileChangedError extends Error {
  override name = 'FileChangedError'
}

export const changedText =
  'The file changed or can no longer be read. Remove it and add it again to send it as it is now.'

/** @throws FileChangedError */
export async function readBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    // NotReadableError: modified since it was picked. NotFoundError: deleted or moved.
    throw new FileChangedError(changedText)
  }
}

/**
 * Reads into `memory`, which is taken away and comes back as what lies under the result: fresh memory for each read costs
 * more than the reading. Fewer bytes than `blob` has come only where the file has become shorter.
 * @param memory at least as large as `blob`
 * @throws FileChangedError
 */
export async function readBlobInto(memory: ArrayBuffer, blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const reader = byteReader(blob)
  if (!reader) return readBlob(blob)
  underWay.add(reader)
  let filled = 0
  try {
    while (filled < blob.size) {
      const { done, value } = await reader.read(new Uint8Array(memory, filled, blob.size - filled))
      if (value) memory = value.buffer
      if (done) break
      filled += value.length
    }
  } catch {
    throw new FileChangedError(changedText)
  } finally {
    underWay.delete(reader)
  }
  return new Uint8Array(memory, 0, filled)
}

/** Held here: Chromium collects a reader that nothing but its own pending read would keep, and the read never ends. */
const underWay = new Set<ReadableStreamBYOBReader>()

/** Not every browser's blobs can be read so. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' })
  } catch {
    return null
  }
}
