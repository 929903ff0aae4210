import { createXXHash64 } from 'hash-wasm'

/**
 * Header of a request: the XXH64 (seed 0) of its body, in hex. The server takes no body of another one, and older
 * servers do not read it. It detects accidents, of proxies and of memory: who alters on purpose alters it, too.
 */
export const bodyChecksumHeader = 'x-body-xxh64'

export interface BodyChecksum {
  update(bytes: Uint8Array): void
  /** Checksum of all bytes so far. */
  hex(): string
}

/** One for all checksums: to create one takes longer than 32 KiB to be read, and its state has 80 bytes. */
let engine: ReturnType<typeof createXXHash64> | undefined

export async function createBodyChecksum(): Promise<BodyChecksum> {
  const hasher = await (engine ??= createXXHash64())
  let state = hasher.init().save()
  return {
    update(bytes) {
      state = hasher.load(state).update(bytes).save()
    },
    hex: () => hasher.load(state).digest('hex'),
  }
}

export async function bodyChecksumOf(pieces: readonly Uint8Array[]): Promise<string> {
  const checksum = await createBodyChecksum()
  for (const piece of pieces) checksum.update(piece)
  return checksum.hex()
}
