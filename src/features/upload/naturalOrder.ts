import { sortInSteps } from '../../api/sortInSteps.ts'
import type { FoundFile } from './droppedFiles.ts'

/** Sorts files by folder, in natural order ('page 2' before 'page 10'), without blocking the page. */
export async function sortInNaturalOrder(
  files: readonly FoundFile[],
  yieldToMain: () => Promise<void>,
): Promise<FoundFile[]> {
  const collator = new Intl.Collator(undefined, { numeric: true })
  const compare = (a: FoundFile, b: FoundFile) =>
    a.path === b.path
      ? collator.compare(a.file.name, b.file.name)
      : collator.compare(a.path, b.path) || (a.path < b.path ? -1 : 1)
  const steps = sortInSteps(files, compare)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await yieldToMain()
  }
}
