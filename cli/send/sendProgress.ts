import type { Fault } from '../../core/faults/fault.ts'
import { Throttle } from '../../core/util/throttle.ts'
import type { ReceivedFile } from '../../i18n/receiptText.ts'
import { exitCodes, type ExitCode, exitCodeOf } from '../exitCodes.ts'
import type { Reporter, ReportedFile } from '../reporter.ts'
import { type FoundFile, sentPathOf } from './findFiles.ts'

const reportIntervalMs = 250
/** Codes of faults after which the server accepts no more files: the command is refused, not just some files. */
const linkRefusalCodes: ReadonlySet<string> = new Set([
  'linkQuota',
  'outOfSpace',
  'linkInvalid',
  'gateClosed',
])

/** Counts and reports the outcomes of a run's files. */
export class SendProgress {
  readonly #report: Reporter
  readonly #throttle = new Throttle(reportIntervalMs)
  /** Sent bytes of files that are not stored yet. */
  readonly #sentBytes = new Map<object, number>()
  #bytes = 0
  #total = 0
  /** Null for a failure that has only a text. */
  #failures: (Fault | null)[] = []
  readonly received: ReceivedFile[] = []
  /** The same files, with local paths. */
  readonly arrived: FoundFile[] = []

  constructor(report: Reporter) {
    this.#report = report
  }

  /** Begins. @param arrived bytes that are on the server, by file */
  start(totals: { files: number; bytes: number; total: number }, arrived: ReadonlyMap<object, number>): void {
    this.#bytes = totals.bytes
    this.#total = totals.total
    for (const [file, bytes] of arrived) this.#sentBytes.set(file, bytes)
    this.#report.emit({ event: 'start', ...totals })
  }

  progressed(file: object, bytes: number): void {
    this.#bytes += bytes - (this.#sentBytes.get(file) ?? 0)
    this.#sentBytes.set(file, bytes)
    if (this.#throttle.tryPass(performance.now())) this.reportProgress()
  }

  stored(file: FoundFile, received: ReceivedFile): void {
    this.progressed(file, received.size)
    this.#sentBytes.delete(file)
    this.received.push(received)
    this.arrived.push(file)
    const { fileId: id, fileHash: sha256, size: bytes, expiresAt: expires_at } = received
    this.#report.emit({
      ...{ event: 'done', file: sentPathOf(file), id, sha256, bytes, ...localPath(file) },
      ...(expires_at !== undefined && { expires_at }),
    })
  }

  failed(foundFile: FoundFile, why: Fault | string): void {
    this.#fail({ file: sentPathOf(foundFile), bytes: foundFile.file.size, ...localPath(foundFile) }, why)
  }

  /** @param file path on the other side @param path absolute local path, for named files */
  unreadable(file: string, path: string | undefined, why: string): void {
    this.#fail({ file, bytes: null, ...(path !== undefined && { path }) }, why)
  }

  #fail(file: Omit<ReportedFile, 'id' | 'sha256'>, why: Fault | string): void {
    this.#failures.push(typeof why === 'string' ? null : why)
    this.#report.emit({ event: 'failed', ...file, id: null, sha256: null, why })
  }

  reportProgress(): void {
    this.#report.emit({ event: 'progress', bytes: this.#bytes, total: this.#total })
  }

  get failures(): number {
    return this.#failures.length
  }

  get exitCode(): ExitCode {
    const faults = this.#failures.filter((fault) => fault !== null)
    if (faults.some(({ code }) => linkRefusalCodes.has(code))) return exitCodes.refused
    if (this.failures === 0) return exitCodes.success
    const isNetwork =
      faults.length === this.failures && faults.every((fault) => exitCodeOf(fault) === exitCodes.network)
    return isNetwork && this.received.length === 0 ? exitCodes.network : exitCodes.someFailed
  }
}

/** The local path in events; names that are not UTF-8 are shown approximately. Piped data has none. */
const localPath = ({ file, given }: FoundFile): Pick<ReportedFile, 'path'> =>
  given === 'piped' ? {} : { path: file.path.toString() }
