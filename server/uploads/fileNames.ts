import { createHash, randomInt } from 'node:crypto'
import { maxFileNameLength, maxPathLength, maxPathLevels } from '../../contract/limits.ts'
import { toNfc, storedName, numberedName, pathLevels, replaceControls } from '../../contract/fileNames.ts'

/** Thrown for a refused name or path, with a message for the uploader. */
export class FileNameError extends Error {}

/** Checks and normalizes a file name as sent: a slash is refused, a backslash is part of it. @throws FileNameError */
export function parseFileName(wireName: string): string {
  if (wireName.includes('\0')) throw new FileNameError('The file name contains a NUL character.')
  const name = storedName(wireName)
  if (name === '' || name === '.' || name === '..') throw new FileNameError('The file has no usable name.')
  if (name.includes('/')) throw new FileNameError('The file name contains a slash.')
  if (name.length > maxFileNameLength) throw new FileNameError('The file name is too long.')
  return name
}

/** Checks a directory path as sent, and returns it as displayed: '.' for the root, '/' between segments. @throws FileNameError */
export function parseDirectory(wirePath: string): string {
  // Some clients write './a' for 'a'.
  const path = wirePath.replace(/^\.\/(?=.)/, '')
  if (path === '' || path === '.') return '.'
  if (path.length > maxPathLength) throw new FileNameError('The path is too long.')
  if (path.includes('\0')) throw new FileNameError('The path contains a NUL character.')
  if (path.startsWith('/') || path.startsWith('\\') || /^[a-z]:[\\/]/i.test(path)) {
    throw new FileNameError('The path is absolute.')
  }
  if (pathLevels(path) > maxPathLevels)
    throw new FileNameError(`The path has more than ${maxPathLevels} folders.`)
  for (const segment of path.split('/')) {
    if (segment === '') throw new FileNameError('The path has an empty segment.')
    if (segment.split('\\').includes('..')) throw new FileNameError("The path contains '..'.")
    if (segment === '.') throw new FileNameError("The path contains '.'.")
  }
  return replaceControls(path)
}

/** Longest path that is its own key, in characters: PostgreSQL indexes at most some 2700 bytes. */
const longestPlainKey = 512

/** Normalized path, or its hash if it is long; files of a folder with equal keys look the same. */
export function listedKey(directory: string, name: string): string {
  const path = toNfc(`${directory}/${name}`)
  if (path.length <= longestPlainKey) return path
  // No path begins with a slash.
  return `/${createHash('sha256').update(path).digest('base64url')}`
}

/** Assigns names that neither the folder nor an earlier file has. `findTaken` returns which keys the folder has. */
export async function assignFreeNames<F extends { directory: string; name: string }>(
  files: readonly F[],
  findTaken: (keys: readonly string[]) => Promise<Set<string>>,
): Promise<{ file: F; name: string; key: string }[]> {
  const lookedUp = new Set<string>()
  const takenKeys = new Set<string>()
  async function lookUp(keys: readonly string[]): Promise<void> {
    for (const key of await findTaken(keys)) takenKeys.add(key)
    for (const key of keys) lookedUp.add(key)
  }
  await lookUp([...new Set(files.map((file) => listedKey(file.directory, file.name)))])
  const lastNumber = new Map<string, number>()
  const named: { file: F; name: string; key: string }[] = []
  for (const file of files) {
    const { directory, name } = file
    const wanted = listedKey(directory, name)
    let free = { name, key: wanted }
    if (takenKeys.has(wanted)) {
      const keyOf = (n: number) => listedKey(directory, numberedName(name, n))
      const n = await findFreeNumber(lastNumber.get(wanted) ?? 1, async (number, ahead = 1) => {
        if (!lookedUp.has(keyOf(number)))
          await lookUp(Array.from({ length: ahead }, (_, i) => keyOf(number + i)))
        return !takenKeys.has(keyOf(number))
      })
      lastNumber.set(wanted, n)
      free = { name: numberedName(name, n), key: keyOf(n) }
    }
    takenKeys.add(free.key)
    named.push({ file, ...free })
  }
  return named
}

/** Number of numbers that are tried one by one, with a single lookup. */
const nearNumbers = 10

/**
 * Finds a free number after `last`: one of the next few, or else one found by exponential and then binary search. That
 * takes some two lookups for each doubling of the taken numbers, and finds the next number if they have no gaps. Steps
 * have random lengths, so that nobody can place a few files where they land.
 */
async function findFreeNumber(last: number, isFree: (n: number, ahead?: number) => Promise<boolean>) {
  for (let n = last + 1; n <= last + nearNumbers; n++) if (await isFree(n, nearNumbers)) return n
  let low = last + nearNumbers
  let high = low + 1
  for (let step = nearNumbers; !(await isFree(high)); step *= 2) {
    low = high
    high += step + randomInt(step)
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isFree(middle)) high = middle
    else low = middle
  }
  return high
}
