import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'

/** Path → SHA-256 of every entry of a ZIP, read by an implementation that is not ours. */
export async function hashesOfArchive(path: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  const archive = await yauzl.openPromise(path, { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    const hash = createHash('sha256')
    await pipeline(await archive.openReadStreamPromise(entry), hash)
    hashes.set(entry.fileName, hash.digest('hex'))
  }
  return hashes
}
