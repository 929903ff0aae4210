import { shownLines, shownText } from '../../contract/shownText.ts'
import { formatBytes, formatDuration, formatNumber, formatRate } from '../../src/ui/format.ts'
import { RecentRate } from '../../src/transfer/recentRate.ts'
import type { Happening, Reporter } from '../report.ts'
import { whyText } from './whyText.ts'

/** What failed is named one by one up to here; the rest are counted. */
const namedFailures = 200

export interface LinesOptions {
  /** To standard error: what goes wrong is heard also where standard output is a file. */
  readonly write: (text: string) => void
  /** To standard output: what was asked for. */
  readonly list: (text: string) => void
  /** Somebody watches: how far it is moves in one line, and what was done is said. */
  readonly isWatched: boolean
  /** Of the terminal, asked anew each time. */
  readonly columns: () => number
  /** Milliseconds. */
  readonly now: () => number
}

/** For people. Names are made harmless: what strangers call their files must not command a terminal. */
export class Lines implements Reporter {
  readonly #options: LinesOptions
  readonly #rate = new RecentRate()
  #moving = ''
  #files = 0
  #done = 0
  #failed = 0

  constructor(options: LinesOptions) {
    this.#options = options
  }

  tell(what: Happening): void {
    switch (what.event) {
      case 'start':
        this.#files = what.files
        this.#move(what.bytes, what.total)
        return
      case 'progress':
        this.#move(what.bytes, what.total)
        return
      case 'done':
        this.#done++
        return
      case 'failed':
        this.#failed++
        if (this.#failed <= namedFailures)
          this.#say(`${shownText(what.path ?? what.file)}: ${whyText(what.why)}`)
        return
      case 'warning':
        this.#say(what.message)
        return
      case 'wait':
      case 'resume':
      case 'note':
        if (this.#options.isWatched) this.#say(what.message)
        return
      case 'listed':
        this.#options.list(`${String(what.bytes ?? '?').padStart(14)}  ${shownText(what.file)}\n`)
        return
      case 'wrote':
        if (this.#options.isWatched) this.#say(`${what.message} ${shownText(what.path)}`)
    }
  }

  close(): void {
    this.#clear()
    const unnamed = this.#failed - namedFailures
    if (unnamed > 0) this.#options.write(`${formatNumber(unnamed)} more failed.\n`)
  }

  #say(line: string): void {
    const moving = this.#moving
    this.#clear()
    this.#options.write(`${shownLines(line)}\n`)
    this.#draw(moving)
  }

  #move(bytes: number, total: number): void {
    if (!this.#options.isWatched) return
    const rate = this.#rate.at(bytes, this.#options.now())
    const left = rate !== null && rate > 0 ? `, ${formatDuration((total - bytes) / rate)} left` : ''
    const files = this.#files > 1 ? `${formatNumber(this.#done)} of ${formatNumber(this.#files)} files, ` : ''
    const percent = total > 0 ? `${Math.floor((100 * bytes) / total)} %  ` : ''
    const pace = rate === null ? '' : `, ${formatRate(rate)}${left}`
    const line = `${percent}${files}${formatBytes(bytes)} of ${formatBytes(total)}${pace}`
    this.#clear()
    this.#draw(line)
  }

  #draw(line: string): void {
    const shown = line.slice(0, Math.max(0, this.#options.columns() - 1))
    if (shown !== '') this.#options.write(shown)
    this.#moving = line
  }

  #clear(): void {
    if (this.#moving !== '') this.#options.write('\r\u001b[K')
    this.#moving = ''
  }
}
