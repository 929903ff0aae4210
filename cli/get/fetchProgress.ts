import { type Fault, FaultError } from '../../core/faults/fault.ts'
import { Throttle } from '../../core/util/throttle.ts'
import { isTemporary } from '../../core/faults/retries.ts'
import { affectsAllFiles } from '../../core/open/afterFault.ts'
import type { OpenedSharedFile } from '../../core/keys/sharedFiles.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodeOf, exitCodes } from '../exitCodes.ts'
import { reportedFile } from '../selectFiles.ts'
import type { OpenedLink } from './openLink.ts'

/** Files of a link that are fetched. */
export interface FetchJob {
  readonly context: Context
  readonly link: OpenedLink
  readonly files: readonly OpenedSharedFile[]
  readonly idleTimeoutMs: number | undefined
}

const reportIntervalMs = 250

/** Counts and reports the outcomes of files. */
export class FetchProgress {
  /** Number of files that were not fetched. */
  failedCount = 0
  /** True if the link as a whole is refused. */
  isRefused = false
  readonly #report: Context['report']
  readonly #fileCount: number
  readonly #totalBytes: number
  readonly #throttle = new Throttle(reportIntervalMs)
  #bytes = 0
  #isBegun = false

  constructor({ context: { report }, files }: FetchJob) {
    this.#report = report
    this.#fileCount = files.length
    this.#totalBytes = files.reduce((sum, { source }) => sum + source.size, 0)
  }

  begin(): void {
    this.#isBegun = true
    this.#report.emit({ event: 'start', files: this.#fileCount, bytes: this.#bytes, total: this.#totalBytes })
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#isBegun && this.#throttle.tryPass(performance.now())) this.#reportProgress()
  }

  /** @param path absolute */
  done(file: OpenedSharedFile, path: string): void {
    this.#report.emit({ event: 'done', ...reportedFile(file), path })
  }

  fail(file: OpenedSharedFile, why: Fault | string): void {
    this.failedCount++
    if (typeof why === 'object' && affectsAllFiles(why)) this.isRefused = true
    this.#report.emit({ event: 'failed', ...reportedFile(file), why })
  }

  /** Reports the final progress. @param bytes saved bytes of content, if other bytes were counted, too */
  end(bytes = this.#bytes): void {
    this.#bytes = bytes
    if (this.#isBegun) this.#reportProgress()
  }

  #reportProgress(): void {
    this.#report.emit({ event: 'progress', bytes: this.#bytes, total: this.#totalBytes })
  }
}

/** Throws a CommandError for a FaultError, and other errors unchanged. @param diskFullHint what to do about a full disk */
export function throwFetchError(error: unknown, diskFullHint: string): never {
  if (!(error instanceof FaultError)) throw error
  const { fault } = error
  const hint = fault.code === 'device-full' ? ` ${diskFullHint}` : ''
  // A failed file or a full disk is not a refusal by the server.
  const exitCode = affectsAllFiles(fault) || isTemporary(fault) ? exitCodeOf(fault) : exitCodes.someFailed
  throw new CommandError(exitCode, `${faultText(fault)}${hint}`, { cause: error })
}
