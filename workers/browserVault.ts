import { fault, FaultError } from '../core/faults/fault.ts'
import type { KeyVault } from '../core/ports.ts'
import type { SealingKey } from '../core/seal/types.ts'

/** Stores keys as non-extractable handles, which browser storages support. */
export const browserVault: KeyVault = {
  pack: (seal) => seal,
  unpack: (packed) =>
    isFileSeal(packed) ? Promise.resolve(packed) : Promise.reject(new FaultError(fault('not-as-sealed'))),
}

function isFileSeal(packed: unknown): packed is SealingKey {
  if (typeof packed !== 'object' || packed === null) return false
  if (!('key' in packed && 'manifestKey' in packed && 'encryptedKeyB64' in packed)) return false
  return (
    'sealedTo' in packed && 'size' in packed && 'lastModified' in packed && packed.key instanceof CryptoKey
  )
}
