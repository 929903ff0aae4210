import { maxFileNameLength, maxPathLength } from '../../contract/limits.ts'

/** A name or path that is refused, with the sentence for the uploader. */
export class NameError extends Error {}

/**
 * The bare file name behind a name on the wire: browsers write a quote as %22 and a line break as %0D, %0A (WHATWG
 * form encoding); control characters become '_'. Everything else, backslashes too, is part of the name.
 */
export function bareName(wireName: string): string {
  const name = wireName.replaceAll('%22', '"').replace(/%0[AD]/g, '_')
  if (name === '' || name === '.' || name === '..') throw new NameError('The file has no usable name.')
  if (name.includes('\0')) throw new NameError('The file name contains a NUL character.')
  if (name.includes('/')) throw new NameError('The file name contains a slash.')
  if (name.length > maxFileNameLength) throw new NameError('The file name is too long.')
  return withoutControls(name)
}

/** A directory path as it is shown: '.' for the root, '/' between its segments. */
export function directoryPath(wirePath: string): string {
  // './a' is how some clients write 'a'.
  const path = wirePath.replace(/^\.\/(?=.)/, '')
  if (path === '' || path === '.') return '.'
  if (path.length > maxPathLength) throw new NameError('The path is too long.')
  if (path.includes('\0')) throw new NameError('The path contains a NUL character.')
  if (path.startsWith('/') || path.startsWith('\\') || /^[a-z]:[\\/]/i.test(path)) {
    throw new NameError('The path is absolute.')
  }
  for (const segment of path.split('/')) {
    if (segment === '') throw new NameError('The path has an empty segment.')
    if (segment.split('\\').includes('..')) throw new NameError("The path contains '..'.")
    if (segment === '.') throw new NameError("The path contains '.'.")
  }
  return withoutControls(path)
}

const withoutControls = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '_')

/** Two files of a folder are the same to the eye when their keys are equal. */
export const listedKey = (directory: string, name: string): string => `${directory}/${name}`.normalize('NFC')

/** 'a.txt' → 'a (2).txt'; a name that only begins with a dot has no extension. */
export function numberedName(name: string, n: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`
}

/**
 * Gives every file a name that neither the folder nor an earlier file of the list has, in order.
 * `taken` answers which of some keys the folder has.
 */
export async function freeNames(
  files: readonly { directory: string; name: string }[],
  taken: (keys: readonly string[]) => Promise<Set<string>>,
): Promise<{ name: string; key: string }[]> {
  const used = await taken([...new Set(files.map((file) => listedKey(file.directory, file.name)))])
  const lastNumber = new Map<string, number>()
  const named: { name: string; key: string }[] = []
  for (const { directory, name } of files) {
    const wanted = listedKey(directory, name)
    let free = { name, key: wanted }
    let n = lastNumber.get(wanted) ?? 1
    while (used.has(free.key)) {
      if (n % candidates === 1) {
        const next = Array.from({ length: candidates }, (_, i) =>
          listedKey(directory, numberedName(name, n + 1 + i)),
        )
        for (const key of await taken(next)) used.add(key)
      }
      n++
      const numbered = numberedName(name, n)
      free = { name: numbered, key: listedKey(directory, numbered) }
    }
    lastNumber.set(wanted, n)
    used.add(free.key)
    named.push(free)
  }
  return named
}

/** Numbers that are asked for at once when a name is taken. */
const candidates = 100
