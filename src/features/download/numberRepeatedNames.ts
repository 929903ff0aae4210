import { nameKey, numberedName } from '../../../contract/fileNames.ts'
import { UniqueNames } from '../../../core/download/safeNames.ts'
import type { SharedRow } from './downloadPageSlice.ts'

/** Numbers names that repeat in a directory, ' (2)', as archives and the owner's list do. The lowest id keeps the name. */
export function numberRepeatedNames(rows: readonly SharedRow[]): SharedRow[] {
  const sent = new Set(rows.map(({ path, name }) => nameKey(`${path}/${name}`)))
  const unique = new UniqueNames((path) => sent.has(nameKey(path)))
  const names = new Map<number, string>()
  const seen = new Set<string>()
  for (const { id, path, name } of rows.toSorted((a, b) => a.id - b.id)) {
    const key = nameKey(`${path}/${name}`)
    if (seen.has(key)) {
      const claimed = unique.claim(`${path}/${name}`, (n) => `${path}/${numberedName(name, n)}`)
      names.set(id, claimed.slice(path.length + 1))
    }
    seen.add(key)
  }
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? row.name }))
}
