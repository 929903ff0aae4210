import { assertDefined } from '../../contract/assertDefined.ts'
import type { ChangedPortion } from '../account/accountCalls.ts'
import { exitCodes, type ExitCode } from '../exitCodes.ts'
import type { Reporter } from '../reporter.ts'
import type { NamedFile } from './fileNames.ts'

interface ChangeOptions {
  readonly report: Reporter
  /** True for a refusal after which the file is as it should be. */
  readonly isDone?: (why: string) => boolean
  /** Called after each portion, with its files that were changed. */
  readonly onChanged: (files: readonly NamedFile[]) => Promise<void>
}

/** Changes files in portions, and reports those that were changed, and why others were not. */
export async function reportChangedFiles(
  files: readonly NamedFile[],
  change: (ids: readonly number[]) => AsyncIterable<ChangedPortion>,
  { report, isDone = () => false, onChanged }: ChangeOptions,
): Promise<ExitCode> {
  const byId = new Map(files.map((file) => [file.record.id, file]))
  let hasFailed = false
  for await (const { ids, refused } of change([...byId.keys()])) {
    const changed: NamedFile[] = []
    for (const id of ids) {
      const file = assertDefined(byId.get(id))
      const why = refused.get(id)
      if (why === undefined || isDone(why)) {
        changed.push(file)
        report.emit({ event: 'done', ...file.reported })
      } else {
        hasFailed = true
        report.emit({ event: 'failed', ...file.reported, why })
      }
    }
    await onChanged(changed)
  }
  return hasFailed ? exitCodes.someFailed : exitCodes.success
}
