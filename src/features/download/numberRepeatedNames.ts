import { nameKey, numberedName } from '../../../contract/fileNames.ts'
import type { SharedRow } from './downloadPageSlice.ts'

/** Numbers names that repeat in a directory, ' (2)', as archives and the owner's list do. The lowest id keeps the name. */
export function numberRepeatedNames(rows: readonly SharedRow[]): SharedRow[] {
  const taken = new Set<string>()
  /** The last number of each name. */
  const numbers = new Map<string, number>()
  const names = new Map<number, string>()
  const keyOf = (path: string, name: string) => nameKey(`${path}/${name}`)
  for (const { path, name } of rows) taken.add(keyOf(path, name))
  const seen = new Set<string>()
  for (const { id, path, name } of rows.toSorted((a, b) => a.id - b.id)) {
    const key = keyOf(path, name)
    if (!seen.has(key)) {
      seen.add(key)
      continue
    }
    let n = numbers.get(key) ?? 1
    let numbered: string
    do numbered = numberedName(name, ++n)
    while (taken.has(keyOf(path, numbered)))
    numbers.set(key, n)
    taken.add(keyOf(path, numbered))
    names.set(id, numbered)
  }
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? row.name }))
}
