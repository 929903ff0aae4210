import {
  asFileKey,
  deriveManifestKey,
  importFileKey,
  readFileIv,
  tryBase64,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { KeyVault } from '../../core/ports.ts'
import type { SealingKey } from '../../core/seal/types.ts'

/** The stored form: the raw key and IV in base64, since Node has no handles that a file could store. */
interface PackedSeal {
  readonly fileKeyB64: string
  readonly ivB64: string
  readonly encryptedKeyB64: string
  readonly sealedTo: string
  readonly size: number
  readonly lastModified: number
}

export const nodeVault: KeyVault = {
  pack: ({ manifestKey, encryptedKeyB64, sealedTo, size, lastModified }, rawKey): PackedSeal => ({
    fileKeyB64: Buffer.from(rawKey).toString('base64'),
    ivB64: Buffer.from(manifestKey.iv).toString('base64'),
    encryptedKeyB64,
    sealedTo,
    size,
    lastModified,
  }),
  unpack: async (kept) => {
    if (!isPackedSeal(kept)) throw notOurs()
    return unpacked(kept).catch(() => {
      throw notOurs()
    })
  },
}

async function unpacked(packed: PackedSeal): Promise<SealingKey> {
  const { fileKeyB64, ivB64, encryptedKeyB64, sealedTo, size, lastModified } = packed
  const keyBytes = tryBase64(fileKeyB64)
  if (!keyBytes) throw notOurs()
  const rawKey = asFileKey(keyBytes)
  const iv = readFileIv(ivB64)
  const [key, manifestKey] = await Promise.all([importFileKey(rawKey), deriveManifestKey(rawKey, iv)])
  rawKey.fill(0)
  return { key, manifestKey, encryptedKeyB64, sealedTo, size, lastModified }
}

function isPackedSeal(kept: unknown): kept is PackedSeal {
  if (typeof kept !== 'object' || kept === null) return false
  const {
    fileKeyB64,
    ivB64,
    encryptedKeyB64,
    sealedTo,
    size,
    lastModified,
  }: Partial<Record<keyof PackedSeal, unknown>> = kept
  const texts = [fileKeyB64, ivB64, encryptedKeyB64, sealedTo]
  return texts.every((text) => typeof text === 'string') && [size, lastModified].every(Number.isFinite)
}

const notOurs = () => new FaultError(fault('not-as-sealed'))
