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
