import { MiB } from '../../contract/limits.ts'
import { createContentHash } from '../../core/crypto/index.ts'

export interface HashResult {
  seconds: number
}

const sliceBytes = 16 * MiB

addEventListener('message', (event: MessageEvent<File>) => {
  void hashAlone(event.data).then((seconds) => postMessage({ seconds } satisfies HashResult))
})

async function hashAlone(file: File): Promise<number> {
  const warm = await createContentHash()
  warm.update(new Uint8Array(MiB))
  const hash = await createContentHash()
  let milliseconds = 0
  for (let at = 0; at < file.size; at += sliceBytes) {
    const bytes = new Uint8Array(await file.slice(at, at + sliceBytes).arrayBuffer())
    const began = performance.now()
    hash.update(bytes)
    milliseconds += performance.now() - began
  }
  hash.digestHex()
  return milliseconds / 1000
}
