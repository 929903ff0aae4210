import { fault, FaultError } from '../core/faults/fault.ts'
import type { KeyVault } from '../core/ports.ts'
import type { FileSeal } from '../core/seal/types.ts'

/** Stores keys as non-extractable handles, which browser storages support. */
export const browserVault: KeyVault = {
  pack: (seal) => seal,
  unpack: (kept) =>
    isFileSeal(kept) ? Promise.resolve(kept) : Promise.reject(new FaultError(fault('not-as-sealed'))),
}

function isFileSeal(kept: unknown): kept is FileSeal {
  if (typeof kept !== 'object' || kept === null) return false
  if (!('key' in kept && 'manifestKey' in kept && 'encryptedKeyB64' in kept)) return false
  return 'sealedTo' in kept && 'size' in kept && 'lastModified' in kept && kept.key instanceof CryptoKey
}
