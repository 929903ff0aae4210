import { transfer } from 'comlink'
import { type ContentHash, createContentHash, toHex } from '../core/crypto/index.ts'
import type { Bytes } from '../core/ports.ts'

/** The functions of a hashing worker: a running hash per file number, see [Note: Hashing on a thread of its own]. */
export function hashService() {
  const hashes = new Map<number, Promise<ContentHash>>()
  const hashOf = (fileNumber: number): Promise<ContentHash> => {
    const hash = hashes.get(fileNumber) ?? createContentHash()
    hashes.set(fileNumber, hash)
    return hash
  }
  return {
    async update(fileNumber: number, pieces: Bytes[]): Promise<Bytes[]> {
      const hash = await hashOf(fileNumber)
      for (const bytes of pieces) hash.update(bytes)
      return transfer(
        pieces,
        pieces.map(({ buffer }) => buffer),
      )
    },

    checkpoint: async (fileNumber: number): Promise<string> => toHex((await hashOf(fileNumber)).save()),

    async digest(fileNumber: number): Promise<string> {
      const hash = await hashOf(fileNumber)
      hashes.delete(fileNumber)
      return hash.digestHex()
    },

    drop: (fileNumber: number): void => void hashes.delete(fileNumber),
  }
}

export type HashService = ReturnType<typeof hashService>
