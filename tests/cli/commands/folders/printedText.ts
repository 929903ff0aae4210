import { LineReporter } from '../../../../cli/reporters/lineReporter.ts'
import type { ReportEvent } from '../../../../cli/reporter.ts'

/** Standard output, as people see it. */
export function printedText(events: readonly ReportEvent[]): string {
  let text = ''
  const report = new LineReporter({
    writeResult: (line) => (text += line),
    write: () => undefined,
    showsProgress: false,
    columns: () => 80,
    now: () => 0,
  })
  for (const event of events) report.emit(event)
  return text
}
