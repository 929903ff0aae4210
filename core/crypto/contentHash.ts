import { createSHA256 } from 'hash-wasm'
import { type Bytes, toHex } from './bytes.ts'
import { sha256 } from './primitives.ts'

/** Streaming SHA-256 of a file's plaintext, which Web Crypto lacks. */
export interface ContentHash {
  update(bytes: Uint8Array): void
  /** State at a multiple of 64 bytes, without plaintext: equal ones mean equal input. @throws RangeError */
  save(): Bytes
  /** The digest of all bytes so far; no more can be added. */
  digestHex(): string
}

/** State of hash-wasm: 4 bytes of its build, the block, the bytes hashed (64 bits LE), the chaining value. */
const blockBytes = 64
const blockAt = 4
const lengthAt = blockAt + blockBytes

export async function createContentHash(): Promise<ContentHash> {
  const hasher = await createSHA256()
  hasher.init()
  return {
    update: (bytes) => void hasher.update(bytes),
    save() {
      const state = hasher.save().slice()
      if (new DataView(state.buffer).getBigUint64(lengthAt, true) % BigInt(blockBytes) !== 0n)
        throw new RangeError('A hash state can be saved at multiples of 64 bytes only')
      // Between blocks this is left over from an earlier block, and is not read again.
      state.fill(0, blockAt, lengthAt)
      return state
    },
    digestHex: () => hasher.digest('hex'),
  }
}

/** The same digest in one call; the platform is much faster than WebAssembly. */
export async function contentHashHex(bytes: Bytes): Promise<string> {
  return toHex(await sha256(bytes))
}
