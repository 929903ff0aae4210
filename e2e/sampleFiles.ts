import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Random bytes as fast as the disk takes them. */
export async function writeRandomFile(path: string, bytes: number): Promise<void> {
  const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16))
  const zeros = Buffer.alloc(1024 * 1024)
  async function* pieces() {
    for (let left = bytes; left > 0; left -= zeros.length) {
      yield cipher.update(zeros.subarray(0, Math.min(left, zeros.length)))
      await Promise.resolve()
    }
  }
  await pipeline(pieces(), createWriteStream(path))
}

/** Names that break careless systems; every one of them is possible on Linux and macOS. */
export const oddNames = [
  'Übergrößenträger ß.txt',
  'naïve café.txt',
  '🎉 party 🏳️‍🌈.txt',
  'quote "double" and \'single\'.txt',
  '100% done %22 %2F.txt',
  ' leading and trailing ',
  'semi;colon, comma & ampersand.txt',
  '#hash?question.txt',
  'back\\slash.txt',
  'decomposed u\u0308.txt',
  '日本語のファイル名.txt',
  '.hidden',
  'CON.txt',
  'trailing dot.',
  `${'x'.repeat(196)}.txt`,
  'a:b|c<d>e*f.txt',
]

/** A folder of `count` files in nested directories, the odd names and one empty file among them. */
export function makeSampleFolder(root: string, count: number): void {
  const seed = randomBytes(32)
  for (let index = 0; index < count; index++) {
    const directory = join(
      root,
      `Jahr ${2020 + (index % 5)}`,
      index % 3 === 0 ? `Mappe ${index % 7}` : '.',
      'ä',
    )
    mkdirSync(directory, { recursive: true })
    const odd = index < oddNames.length ? oddNames[index] : undefined
    const name = odd ?? `file-${String(index).padStart(5, '0')}.bin`
    const content = createHash('shake256', { outputLength: 200 + ((index * 977) % 16_000) })
    const bytes = content.update(seed).update(String(index)).digest()
    writeFileSync(join(directory, name), index === oddNames.length ? new Uint8Array() : bytes)
  }
}

export const pagesBesideVideo = 14

/** A folder of small files, which go in several requests, and one that goes up in parts. */
export async function makeVideoFolder(folder: string, videoBytes: number): Promise<void> {
  mkdirSync(folder)
  for (let i = 1; i <= pagesBesideVideo; i++)
    await writeRandomFile(join(folder, `page ${i}.bin`), 3 * 1024 * 1024)
  await writeRandomFile(join(folder, 'video.bin'), videoBytes)
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Relative path → SHA-256 of every file below a folder. */
export async function hashesOfFolder(root: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name)
    if (statSync(path).isFile()) hashes.set(relative(root, path), await sha256OfFile(path))
  }
  return hashes
}
