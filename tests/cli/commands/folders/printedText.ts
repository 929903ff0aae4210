import { LineReporter } from '../../../../cli/reporters/lineReporter.ts'
import type { ReportEvent } from '../../../../cli/reporter.ts'

/** Standard output, as people see it; with `isVerbose` also standard error, as by --verbose. */
export function printedText(events: readonly ReportEvent[], isVerbose = false): string {
  let text = ''
  const write = (line: string) => void (text += line)
  const report = new LineReporter({
    writeResult: write,
    write: isVerbose ? write : () => undefined,
    ...{ isVerbose, showsProgress: false },
    columns: () => 80,
    now: () => 0,
  })
  for (const event of events) report.emit(event)
  return text
}
