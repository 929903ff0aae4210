import { createSHA256 } from 'hash-wasm'
import { type Bytes, toHex } from './bytes.ts'
import { sha256 } from './primitives.ts'

/** SHA-256 of a file's plaintext, fed piece by piece: Web Crypto has no streaming digest. */
export interface ContentHash {
  update(bytes: Uint8Array): void
  /**
   * The state: where it is the same, so is all that was hashed. Only where the bytes so far are a multiple of 64, as at
   * every chunk boundary: there it holds no byte of the plaintext, anywhere else it would.
   * @throws RangeError elsewhere.
   */
  save(): Bytes
  /** The digest of all bytes so far; nothing can be added afterwards. */
  digestHex(): string
}

/**
 * hash-wasm's saved state: 4 bytes that name its build, the block being filled, the bytes hashed so far as a
 * little-endian 64-bit number, the chaining value.
 */
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
      // Between blocks this holds remains of an earlier block, and is not read again.
      state.fill(0, blockAt, lengthAt)
      return state
    },
    digestHex: () => hasher.digest('hex'),
  }
}

/** The same digest of bytes that are all at hand; the platform is much faster than WebAssembly. */
export async function contentHashHex(bytes: Bytes): Promise<string> {
  return toHex(await sha256(bytes))
}
