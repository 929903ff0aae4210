import { transfer } from 'comlink'
import { type ContentHash, createContentHash, toHex } from '../core/crypto/index.ts'
import type { Bytes } from '../core/ports.ts'

/** Hashes by file number, see [Note: Hashing on a thread of its own]. */
export function hashService() {
  const hashes = new Map<number, Promise<ContentHash>>()
  const hashOf = (file: number): Promise<ContentHash> => {
    const hash = hashes.get(file) ?? createContentHash()
    hashes.set(file, hash)
    return hash
  }
  return {
    async update(file: number, pieces: Bytes[]): Promise<Bytes[]> {
      const hash = await hashOf(file)
      for (const bytes of pieces) hash.update(bytes)
      return transfer(
        pieces,
        pieces.map(({ buffer }) => buffer),
      )
    },

    checkpoint: async (file: number): Promise<string> => toHex((await hashOf(file)).save()),

    async digest(file: number): Promise<string> {
      const hash = await hashOf(file)
      hashes.delete(file)
      return hash.digestHex()
    },

    drop: (file: number): void => void hashes.delete(file),
  }
}

export type HashService = ReturnType<typeof hashService>
