import { fault, FaultError } from '../core/faults/fault.ts'
import type { KeyVault } from '../core/ports.ts'
import type { SealingKey } from '../core/seal/types.ts'

/** Stores keys as non-extractable handles, which browser storages support. */
export const browserVault: KeyVault = {
  pack: (sealingKey) => sealingKey,
  unpack: (packedKey) =>
    isSealingKey(packedKey)
      ? Promise.resolve(packedKey)
      : Promise.reject(new FaultError(fault('not-as-sealed'))),
}

function isSealingKey(packedKey: unknown): packedKey is SealingKey {
  if (typeof packedKey !== 'object' || packedKey === null) return false
  if (!('key' in packedKey && 'manifestKey' in packedKey && 'encryptedKeyB64' in packedKey)) return false
  return (
    'sealedTo' in packedKey &&
    'size' in packedKey &&
    'lastModified' in packedKey &&
    packedKey.key instanceof CryptoKey
  )
}
