import { chunkBytes, sealedChunkBytes } from '../../../contract/limits.ts'
import { type Bytes, chunkOpener, chunkSealer, concat, plainSize } from '../../../core/crypto/index.ts'

interface KeyAndIv {
  key: CryptoKey
  iv: Bytes
}

/** A file whose bytes are all at hand, sealed. */
export async function sealAll(file: KeyAndIv, plaintext: Bytes): Promise<Bytes> {
  const sealer = chunkSealer({ ...file, plainSize: plaintext.length })
  const chunks = Array.from({ length: sealer.count }, (_, i) =>
    sealer.seal(i, plaintext.subarray(i * chunkBytes, (i + 1) * chunkBytes)),
  )
  return concat(...(await Promise.all(chunks)).flat())
}

/** Opens in order what a server gives for a whole sealed file, and says what came before it failed. */
export async function openUntilFailure(
  file: KeyAndIv,
  sealed: Bytes,
): Promise<{ out: Bytes; error: unknown }> {
  const chunks: Bytes[] = []
  try {
    const opener = chunkOpener({ ...file, plainSize: plainSize(sealed.length) })
    for (let i = 0; i < opener.count; i++)
      chunks.push(await opener.open(i, sealed.subarray(i * sealedChunkBytes, (i + 1) * sealedChunkBytes)))
    return { out: concat(...chunks), error: null }
  } catch (error) {
    return { out: concat(...chunks), error }
  }
}

/** @throws what it fails with */
export async function openAll(file: KeyAndIv, sealed: Bytes): Promise<Bytes> {
  const { out, error } = await openUntilFailure(file, sealed)
  if (error) throw error as Error
  return out
}
