import { createHash } from 'node:crypto'
import type { MarkedHash } from '../../core/ports.ts'

/** Several times as fast as WebAssembly. Its checkpoints compare with those of Node only. */
export function nodeHash(): Promise<MarkedHash> {
  const hash = createHash('sha256')
  return Promise.resolve({
    update: (pieces) => {
      for (const bytes of pieces) hash.update(bytes)
      return Promise.resolve(pieces)
    },
    mark: () => Promise.resolve(hash.copy().digest('hex')),
    digestHex: () => Promise.resolve(hash.digest('hex')),
    drop: () => undefined,
  })
}
