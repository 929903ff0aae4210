import { assertDefined } from '../../contract/assertDefined.ts'

/** Short enough for the native sort to take a fraction of a task. */
const runLength = 1000

/** Sorts a copy, stably, by merging sorted runs; yields where the work may pause. */
export function* sortInSteps<T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  if (list.length <= runLength) return list.toSorted(compare)
  let runs: T[][] = []
  for (let from = 0; from < list.length; from += runLength) {
    runs.push(list.slice(from, from + runLength).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* mergeInSteps(assertDefined(runs[index]), runs[index + 1] ?? [], compare))
    }
    runs = merged
  }
  return assertDefined(runs[0])
}

function* mergeInSteps<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Generator<undefined, T[]> {
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    // Stable: of equal items the left one is first.
    if (compare(left[l] as T, right[r] as T) <= 0) merged.push(left[l++] as T)
    else merged.push(right[r++] as T)
    if (merged.length % runLength === 0) yield
  }
  for (; l < left.length; l++) merged.push(left[l] as T)
  for (; r < right.length; r++) merged.push(right[r] as T)
  return merged
}
