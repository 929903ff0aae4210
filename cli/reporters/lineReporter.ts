import { shownLines, shownMessage, shownText } from '../../contract/shownText.ts'
import { formatBytes, formatDuration, formatNumber, formatRate, formatNames } from '../../i18n/format.ts'
import { RecentRate } from '../../core/util/recentRate.ts'
import { fileLabel, type ReportEvent, type Reporter, type TrashTimes } from '../reporter.ts'
import { countText, minuteText, retentionText } from '../texts.ts'
import { failureText } from './failureText.ts'

/** Number of failures that are reported one by one; the rest are counted. */
const maxNamedFailures = 200
/** Interval of progress lines without a terminal. */
const reportIntervalMs = 30_000

interface LineReporterOptions {
  /** Writes to standard error: messages are visible even if standard output is a file. */
  readonly write: (text: string) => void
  /** Writes results to standard output. */
  readonly writeResult: (text: string) => void
  /** True on a terminal: shows a live progress line, and notes. */
  readonly showsProgress: boolean
  /** Reports each file, and progress without a terminal, too. */
  readonly isVerbose?: boolean
  /** Width of the terminal, which may change. */
  readonly columns: () => number
  readonly now: () => number
}

/** Number of names that the line of a link lists. */
const maxNamesInLine = 3

type EventOf<E extends ReportEvent['event']> = Extract<ReportEvent, { event: E }>

const expiryText = ({ expires }: { readonly expires: string | null }): string =>
  expires === null ? 'never expires' : `expires ${minuteText(expires)}`

/** ', sent 2026-12-01T10:00Z' */
const uploadedText = ({ uploaded }: EventOf<'listed'>): string =>
  uploaded === undefined ? '' : `, sent ${minuteText(uploaded)}`

/** ', will be deleted from 2026-12-08T10:00Z on' */
const deletedFromText = ({ expires_at: time }: EventOf<'listed'>): string =>
  time === undefined ? '' : `, will be deleted from ${minuteText(time)} on`

/** ', deleted 2026-12-01T10:00Z, can be restored until 2026-12-08T10:00Z' */
const trashText = ({ deleted, restorable_until: until }: TrashTimes): string =>
  deleted === undefined || until === undefined
    ? ''
    : `, deleted ${minuteText(deleted)}, can be restored until ${minuteText(until)}`

/** ', may be used by 1 visitor, is for a@example.org' */
function limitsText({ max_downloads: max, allowed_emails: people }: EventOf<'shared'>): string {
  const uses = max === null ? '' : `, may be used by ${countText(max, 'visitor')}`
  return people === null ? uses : `${uses}, is for ${formatNames(people.map(shownText), maxNamesInLine)}`
}

/** 'expires 2026-12-01T10:00Z, used by 1 of 3, with a password: a.txt, b.txt' */
function linkText({ expires, max_downloads: max, used_downloads: used, ...link }: EventOf<'link'>): string {
  const { has_password, names } = link
  const uses = max === null ? '' : `, used by ${formatNumber(used)} of ${formatNumber(max)}`
  const files = formatNames(
    names.slice(0, maxNamesInLine + 1).map((name) => shownText(name ?? '(name hidden)')),
    maxNamesInLine,
  )
  const more = names.length > maxNamesInLine ? ` (${formatNumber(names.length)} files)` : ''
  return `${expiryText({ expires })}${uses}${has_password ? ', with a password' : ''}: ${files}${more}`
}

/** Reports for people. Names are sanitized: those of strangers must not control the terminal. */
export class LineReporter implements Reporter {
  readonly #options: LineReporterOptions
  readonly #rate = new RecentRate()
  #progressLine = ''
  #fileCount = 0
  #doneCount = 0
  #failedCount = 0
  #lastLineAt = -Infinity

  constructor(options: LineReporterOptions) {
    this.#options = options
  }

  emit(event: ReportEvent): void {
    switch (event.event) {
      case 'start':
        this.#fileCount = event.files
        this.#showProgress(event.bytes, event.total)
        return
      case 'progress':
        this.#showProgress(event.bytes, event.total)
        return
      case 'done':
        this.#doneCount++
        if (this.#options.isVerbose) this.#writeLine(`${shownText(event.path ?? fileLabel(event))}: done`)
        return
      case 'failed':
        this.#failedCount++
        if (this.#failedCount <= maxNamedFailures)
          this.#writeLine(`${shownText(event.path ?? fileLabel(event))}: ${failureText(event.why)}`)
        return
      case 'warning':
      // Reported without a terminal, too: the log of a script shows what it waits for.
      case 'wait':
        this.#writeLine(event.message)
        return
      case 'resume':
      case 'note':
        if (this.#showsNotes) this.#writeLine(event.message)
        return
      case 'listed':
        this.#options.writeResult(
          `${String(event.bytes ?? '?').padStart(14)}  ${shownText(fileLabel(event, uploadedText(event)))}${trashText(event)}${this.#options.isVerbose ? deletedFromText(event) : ''}\n`,
        )
        return
      case 'message':
        this.#clear()
        this.#options.writeResult(`${shownMessage(event.text)}\n`)
        return
      case 'shared':
        this.#clear()
        // Alone on standard output, so that a script can take it.
        this.#options.writeResult(`${event.link}\n`)
        if (event.password !== null) this.#writeLine(`Password: ${event.password}`)
        if (this.#showsNotes) this.#writeLine(`The link ${expiryText(event)}${limitsText(event)}.`)
        return
      case 'made':
      case 'upload':
        this.#options.writeResult(`${event.link}\n`)
        if (event.password !== null) this.#writeLine(`Password: ${event.password}`)
        if (this.#showsNotes)
          this.#writeLine(
            `${event.address} ${expiryText(event)}, and ${retentionText(event.retention_days)}.`,
          )
        return
      case 'folder':
        this.#options.writeResult(
          `${String(event.bytes).padStart(14)} ${String(event.files).padStart(7)}  ${event.address}  ${shownText(event.title)}${trashText(event)}\n`,
        )
        return
      case 'link':
        this.#options.writeResult(`${event.address}  ${linkText(event)}\n`)
        return
      case 'ended':
        if (this.#showsNotes) this.#writeLine(`Ended: ${event.address}`)
        return
      case 'restored':
        if (this.#showsNotes) this.#writeLine(`Restored: ${event.address}`)
        return
      case 'changed':
        if (this.#showsNotes) this.#writeLine(`Changed: ${event.address}`)
        return
      case 'key':
        this.#options.writeResult(`${event.words.join(' ')}\n`)
        if (this.#showsNotes) this.#writeLine(`Backup of the private key: ${shownText(event.path)}`)
        return
      case 'token':
        this.#options.writeResult(`${event.token}\n`)
        if (this.#showsNotes) this.#writeLine(`The token ${expiryText(event)}.`)
        return
      case 'wrote':
        if (this.#showsNotes) this.#writeLine(`${event.message} ${shownText(event.path)}`)
    }
  }

  close(): void {
    this.#clear()
    const unnamedCount = this.#failedCount - maxNamedFailures
    if (unnamedCount > 0) this.#options.write(`${formatNumber(unnamedCount)} more failed.\n`)
  }

  #writeLine(line: string): void {
    const progressLine = this.#progressLine
    this.#clear()
    this.#options.write(`${shownLines(line)}\n`)
    this.#draw(progressLine)
  }

  #showProgress(bytes: number, total: number): void {
    if (!this.#showsNotes) return
    const now = this.#options.now()
    const rate = this.#rate.record(bytes, now)
    const timeLeft = rate !== null && rate > 0 ? `, ${formatDuration((total - bytes) / rate)} left` : ''
    const files =
      this.#fileCount > 1
        ? `${formatNumber(this.#doneCount)} of ${formatNumber(this.#fileCount)} files, `
        : ''
    const percent = total > 0 ? `${Math.floor((100 * bytes) / total)} %  ` : ''
    const speed = rate === null ? '' : `, ${formatRate(rate)}${timeLeft}`
    const line = `${percent}${files}${formatBytes(bytes)} of ${formatBytes(total)}${speed}`
    const isOver = bytes === total && this.#doneCount + this.#failedCount >= this.#fileCount
    if (this.#options.showsProgress) {
      this.#clear()
      this.#draw(line)
    } else if (isOver || now - this.#lastLineAt >= reportIntervalMs) {
      this.#lastLineAt = now
      this.#writeLine(line)
    }
  }

  /** True if notes and progress are shown at all. */
  get #showsNotes(): boolean {
    return this.#options.showsProgress || this.#options.isVerbose === true
  }

  #draw(line: string): void {
    const shown = line.slice(0, Math.max(0, this.#options.columns() - 1))
    if (shown !== '') this.#options.write(shown)
    this.#progressLine = line
  }

  #clear(): void {
    if (this.#progressLine !== '') this.#options.write('\r\u001b[K')
    this.#progressLine = ''
  }
}
