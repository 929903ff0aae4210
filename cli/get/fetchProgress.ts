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
  failed = 0
  /** True if the link as a whole is refused. */
  isRefused = false
  readonly #report: Context['report']
  readonly #files: number
  readonly #total: number
  readonly #throttle = new Throttle(reportIntervalMs)
  #bytes = 0
  #isBegun = false

  constructor({ context: { report }, files }: FetchJob) {
    this.#report = report
    this.#files = files.length
    this.#total = files.reduce((sum, { source }) => sum + source.size, 0)
  }

  begin(): void {
    this.#isBegun = true
    this.#report.emit({ event: 'start', files: this.#files, bytes: this.#bytes, total: this.#total })
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#isBegun && this.#throttle.tryPass(performance.now())) this.#reportProgress()
  }

  /** @param path absolute */
  done(file: OpenedSharedFile, path: string): void {
    this.#report.emit({ event: 'done', ...reportedFile(file), path })
  }

  fail(file: OpenedSharedFile, why: Fault): void {
    this.failed++
    if (affectsAllFiles(why)) this.isRefused = true
    this.#report.emit({ event: 'failed', ...reportedFile(file), why })
  }

  /** @param bytes bytes of content that are saved, if others were counted on the way */
  end(bytes = this.#bytes): void {
    this.#bytes = bytes
    if (this.#isBegun) this.#reportProgress()
  }

  #reportProgress(): void {
    this.#report.emit({ event: 'progress', bytes: this.#bytes, total: this.#total })
  }
}

/** Throws a CommandError for a FaultError, and other errors unchanged. @param diskFullHint what to do about a full disk */
export function throwFetchError(error: unknown, diskFullHint: string): never {
  if (!(error instanceof FaultError)) throw error
  const { fault } = error
  const hint = fault.code === 'device-full' ? ` ${diskFullHint}` : ''
  // A file that fails is no refusal, nor is a disk.
  const exitCode = affectsAllFiles(fault) || isTemporary(fault) ? exitCodeOf(fault) : exitCodes.someFailed
  throw new CommandError(exitCode, `${faultText(fault)}${hint}`, { cause: error })
}
