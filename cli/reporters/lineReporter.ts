import { shownLines, shownText } from '../../contract/shownText.ts'
import { formatBytes, formatDuration, formatNumber, formatRate, formatNames } from '../../i18n/format.ts'
import { RecentRate } from '../../core/util/recentRate.ts'
import type { ReportEvent, Reporter } from '../reporter.ts'
import { countText } from '../texts.ts'
import { failureText } from './failureText.ts'

/** Failures to name one by one; the rest are counted. */
const maxNamedFailures = 200
/** Interval of progress lines if output is not a terminal. */
const reportIntervalMs = 30_000

interface LineReporterOptions {
  /** Writes to standard error, so that errors are visible if standard output is a file. */
  readonly write: (text: string) => void
  /** Writes results to standard output. */
  readonly writeResult: (text: string) => void
  /** True on a terminal: shows a live progress line, and finished files. */
  readonly isWatched: boolean
  /** Also reports each file, and progress if there is no terminal. */
  readonly isVerbose?: boolean
  /** Width of the terminal, which may change. */
  readonly columns: () => number
  readonly now: () => number
}

/** Names of a link's files in its line. */
const maxNamesInLine = 3

type EventOf<E extends ReportEvent['event']> = Extract<ReportEvent, { event: E }>

const expiryText = ({ expires }: { readonly expires: string | null }): string =>
  expires === null ? 'never expires' : `expires ${shownText(expires.slice(0, 16))}Z`

/** ', may be used by 1 visitor, is for a@example.org' */
function limitsText({ max_downloads: max, allowed_emails: people }: EventOf<'shared'>): string {
  const uses = max === null ? '' : `, may be used by ${countText(max, 'visitor')}`
  return people === null ? uses : `${uses}, is for ${formatNames(people.map(shownText), maxNamesInLine)}`
}

/** 'expires 2026-12-01T10:00Z, used by 1 of 3, with a password: a.txt, b.txt' */
function linkText({ expires, max_downloads: max, used_downloads: used, ...link }: EventOf<'link'>): string {
  const { has_password, names } = link
  const uses = max === null ? '' : `, used by ${formatNumber(used)} of ${formatNumber(max)}`
  const files = formatNames(names.slice(0, maxNamesInLine + 1).map(shownText), maxNamesInLine)
  const more = names.length > maxNamesInLine ? ` (${formatNumber(names.length)} files)` : ''
  return `${expiryText({ expires })}${uses}${has_password ? ', with a password' : ''}: ${files}${more}`
}

/** Reports for people. Names are sanitized: those of strangers must not control the terminal. */
export class LineReporter implements Reporter {
  readonly #options: LineReporterOptions
  readonly #rate = new RecentRate()
  #progressLine = ''
  #files = 0
  #done = 0
  #failed = 0
  #lastLineAt = -Infinity

  constructor(options: LineReporterOptions) {
    this.#options = options
  }

  emit(event: ReportEvent): void {
    switch (event.event) {
      case 'start':
        this.#files = event.files
        this.#showProgress(event.bytes, event.total)
        return
      case 'progress':
        this.#showProgress(event.bytes, event.total)
        return
      case 'done':
        this.#done++
        if (this.#options.isVerbose) this.#writeLine(`${shownText(event.path ?? event.file)}: done`)
        return
      case 'failed':
        this.#failed++
        if (this.#failed <= maxNamedFailures)
          this.#writeLine(`${shownText(event.path ?? event.file)}: ${failureText(event.why)}`)
        return
      case 'warning':
      // A script waits as long, and its log is to say for what.
      case 'wait':
        this.#writeLine(event.message)
        return
      case 'resume':
      case 'note':
        if (this.#isTalking) this.#writeLine(event.message)
        return
      case 'listed':
        this.#options.writeResult(`${String(event.bytes ?? '?').padStart(14)}  ${shownText(event.file)}\n`)
        return
      case 'shared':
        this.#clear()
        // Alone on standard output, so that a script can take it.
        this.#options.writeResult(`${event.link}\n`)
        if (event.password !== null) this.#writeLine(`Password: ${event.password}`)
        if (this.#isTalking) this.#writeLine(`The link ${expiryText(event)}${limitsText(event)}.`)
        return
      case 'made':
      case 'upload':
        this.#options.writeResult(`${event.link}\n`)
        if (event.password !== null) this.#writeLine(`Password: ${event.password}`)
        if (this.#isTalking) this.#writeLine(`${event.address} ${expiryText(event)}.`)
        return
      case 'folder':
        this.#options.writeResult(
          `${String(event.bytes).padStart(14)} ${String(event.files).padStart(7)}  ${event.address}  ${shownText(event.title)}\n`,
        )
        return
      case 'link':
        this.#options.writeResult(`${event.address}  ${linkText(event)}\n`)
        return
      case 'ended':
        if (this.#isTalking) this.#writeLine(`Ended: ${event.address}`)
        return
      case 'key':
        this.#options.writeResult(`${event.words.join(' ')}\n`)
        if (this.#isTalking) this.#writeLine(`Backup of the private key: ${shownText(event.path)}`)
        return
      case 'token':
        this.#options.writeResult(`${event.token}\n`)
        if (this.#isTalking) this.#writeLine(`The token ${expiryText(event)}.`)
        return
      case 'wrote':
        if (this.#isTalking) this.#writeLine(`${event.message} ${shownText(event.path)}`)
    }
  }

  close(): void {
    this.#clear()
    const unnamed = this.#failed - maxNamedFailures
    if (unnamed > 0) this.#options.write(`${formatNumber(unnamed)} more failed.\n`)
  }

  #writeLine(line: string): void {
    const progressLine = this.#progressLine
    this.#clear()
    this.#options.write(`${shownLines(line)}\n`)
    this.#draw(progressLine)
  }

  #showProgress(bytes: number, total: number): void {
    if (!this.#isTalking) return
    const now = this.#options.now()
    const rate = this.#rate.record(bytes, now)
    const left = rate !== null && rate > 0 ? `, ${formatDuration((total - bytes) / rate)} left` : ''
    const files = this.#files > 1 ? `${formatNumber(this.#done)} of ${formatNumber(this.#files)} files, ` : ''
    const percent = total > 0 ? `${Math.floor((100 * bytes) / total)} %  ` : ''
    const pace = rate === null ? '' : `, ${formatRate(rate)}${left}`
    const line = `${percent}${files}${formatBytes(bytes)} of ${formatBytes(total)}${pace}`
    const isOver = bytes === total && this.#done + this.#failed >= this.#files
    if (this.#options.isWatched) {
      this.#clear()
      this.#draw(line)
    } else if (isOver || now - this.#lastLineAt >= reportIntervalMs) {
      this.#lastLineAt = now
      this.#writeLine(line)
    }
  }

  get #isTalking(): boolean {
    return this.#options.isWatched || this.#options.isVerbose === true
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
