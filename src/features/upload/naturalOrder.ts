import type { FoundFile } from './droppedFiles.ts'

/** Compared in one go; more would keep the page from moving. */
const runLength = 1000

/**
 * Files as people number them: 'page 2' before 'page 10', folder by folder. Sorts in portions and merges them, so that
 * 50 000 files cost no long pause.
 */
export async function inNaturalOrder(
  files: readonly FoundFile[],
  breathe: () => Promise<void>,
): Promise<FoundFile[]> {
  const collator = new Intl.Collator(undefined, { numeric: true })
  const compare = (a: FoundFile, b: FoundFile) =>
    a.path === b.path
      ? collator.compare(a.file.name, b.file.name)
      : collator.compare(a.path, b.path) || (a.path < b.path ? -1 : 1)
  let runs: FoundFile[][] = []
  for (let at = 0; at < files.length; at += runLength) {
    runs.push(files.slice(at, at + runLength).sort(compare))
    await breathe()
  }
  while (runs.length > 1) {
    const merged: FoundFile[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], compare, breathe))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function mergedRuns<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  breathe: () => Promise<void>,
): Promise<T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  for (let left = a[i], right = b[j]; left !== undefined && right !== undefined; left = a[i], right = b[j]) {
    if (compare(left, right) <= 0) {
      merged.push(left)
      i++
    } else {
      merged.push(right)
      j++
    }
    if (merged.length % runLength === 0) await breathe()
  }
  for (const rest of [a.slice(i), b.slice(j)]) for (const one of rest) merged.push(one)
  return merged
}
