import { createXXHash64 } from 'hash-wasm'

/**
 * Header of a request: the XXH64 (seed 0) of its body, in hex. The server refuses a body with another checksum; older
 * servers ignore the header. It detects accidents, of proxies and of memory: who alters on purpose alters it, too.
 */
export const bodyChecksumHeader = 'x-body-xxh64'

export interface BodyChecksum {
  update(bytes: Uint8Array): void
  /** Checksum of all bytes so far. */
  hex(): string
}

/**
 * The compiled hash, which all checksums share: creating one takes longer than hashing 32 KiB, and a saved state has 80
 * bytes.
 */
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
