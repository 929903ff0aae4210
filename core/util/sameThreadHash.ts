import { createContentHash, toHex } from '../crypto/index.ts'
import type { CheckpointHash } from '../ports.ts'

/** A hash on this thread, for small files. */
export async function createSameThreadHash(): Promise<CheckpointHash> {
  const hash = await createContentHash()
  return {
    update(pieces) {
      for (const bytes of pieces) hash.update(bytes)
      return Promise.resolve(pieces)
    },
    checkpoint: () => Promise.resolve(toHex(hash.save())),
    digestHex: () => Promise.resolve(hash.digestHex()),
    drop: () => undefined,
  }
}
