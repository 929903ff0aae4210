import { z } from '../../contract/schemas/zod.ts'
import {
  asFileKeyBytes,
  deriveManifestKey,
  deriveNamesKey,
  fromBase64,
  importFileKey,
  readFileIv,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { KeyVault } from '../../core/ports.ts'
import type { SealingKey } from '../../core/seal/types.ts'

/** The stored form: the raw key and IV in base64, since Node has no handles that a file could store. */
const packedKeySchema = z.object({
  fileKeyB64: z.string(),
  ivB64: z.string(),
  encryptedKeyB64: z.string(),
  sealedTo: z.string(),
  size: z.number(),
  lastModified: z.number(),
  /** True if the server does not learn its names. */
  hidesNames: z.boolean().optional(),
})
type PackedKey = z.infer<typeof packedKeySchema>

/** Packs sealing keys for the disk. */
export const nodeVault: KeyVault = {
  pack: ({ manifestKey, encryptedKeyB64, sealedTo, size, lastModified, namesKey }, rawKey): PackedKey => ({
    fileKeyB64: Buffer.from(rawKey).toString('base64'),
    ivB64: Buffer.from(manifestKey.iv).toString('base64'),
    encryptedKeyB64,
    sealedTo,
    size,
    lastModified,
    hidesNames: namesKey !== undefined,
  }),
  unpack: async (stored) => {
    const packed = packedKeySchema.safeParse(stored).data
    const key = packed && (await sealingKeyOf(packed).catch(() => null))
    if (!key) throw new FaultError(fault('not-as-sealed'))
    return key
  },
}

async function sealingKeyOf(packed: PackedKey): Promise<SealingKey> {
  const { fileKeyB64, ivB64, encryptedKeyB64, sealedTo, size, lastModified, hidesNames = false } = packed
  const rawKey = asFileKeyBytes(fromBase64(fileKeyB64))
  const iv = readFileIv(ivB64)
  const [key, manifestKey] = await Promise.all([importFileKey(rawKey), deriveManifestKey(rawKey, iv)])
  const namesKey = hidesNames ? await deriveNamesKey(rawKey, iv) : undefined
  rawKey.fill(0)
  return { key, manifestKey, encryptedKeyB64, sealedTo, size, lastModified, namesKey }
}
