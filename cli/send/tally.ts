import type { Fault } from '../../core/faults/fault.ts'
import { Throttle } from '../../core/util/throttle.ts'
import type { ReceivedFile } from '../../i18n/receipt.ts'
import { type ExitCode, exit, exitOf } from '../exit.ts'
import type { Reporter, ToldFile } from '../report.ts'
import type { FoundFile } from './walk.ts'

const tellMilliseconds = 250
/** Where the link or its server takes nothing more: the rest was refused, not failed. */
const takesNoMore: ReadonlySet<string> = new Set(['linkQuota', 'outOfSpace', 'linkInvalid', 'gateClosed'])

/** How the files of one run go, and what is said of it. */
export class Tally {
  readonly #report: Reporter
  readonly #rate = new Throttle(tellMilliseconds)
  readonly #sentOf = new Map<object, number>()
  #bytes = 0
  #total = 0
  #failures: (Fault | null)[] = []
  readonly received: ReceivedFile[] = []
  /** The same, as they were on this disk. */
  readonly arrived: FoundFile[] = []

  constructor(report: Reporter) {
    this.#report = report
  }

  /** @param bytes of what is there already, of `total` @param files that are to be sent, and what has arrived of them */
  start(all: { files: number; bytes: number; total: number }, arrived: ReadonlyMap<object, number>): void {
    this.#bytes = all.bytes
    this.#total = all.total
    for (const [file, bytes] of arrived) this.#sentOf.set(file, bytes)
    this.#report.tell({ event: 'start', ...all })
  }

  /** So many bytes of a file have left. */
  progressed(file: object, bytes: number): void {
    this.#bytes += bytes - (this.#sentOf.get(file) ?? 0)
    this.#sentOf.set(file, bytes)
    if (this.#rate.isTime(performance.now())) this.tellProgress()
  }

  stored(file: FoundFile, received: ReceivedFile): void {
    this.progressed(file, received.size)
    this.#sentOf.delete(file)
    this.received.push(received)
    this.arrived.push(file)
    const { fileId: id, fileHash: sha256, size: bytes } = received
    this.#report.tell({ event: 'done', file: pathOf(received), id, sha256, bytes, ...onDisk(file) })
  }

  failed(one: FoundFile, why: Fault | string): void {
    const { name, folder, file } = one
    this.#fail({ file: pathOf({ name, relativePath: folder }), bytes: file.size, ...onDisk(one) }, why)
  }

  /** @param file as it would be on the other side @param path absolute, of what was named */
  unread(file: string, path: string | undefined, why: string): void {
    this.#fail({ file, bytes: null, ...(path !== undefined && { path }) }, why)
  }

  #fail(file: Omit<ToldFile, 'id' | 'sha256'>, why: Fault | string): void {
    this.#failures.push(typeof why === 'string' ? null : why)
    this.#report.tell({ event: 'failed', ...file, id: null, sha256: null, why })
  }

  tellProgress(): void {
    this.#report.tell({ event: 'progress', bytes: this.#bytes, total: this.#total })
  }

  get failures(): number {
    return this.#failures.length
  }

  get exitCode(): ExitCode {
    const faults = this.#failures.filter((fault) => fault !== null)
    if (faults.some(({ code }) => takesNoMore.has(code))) return exit.refused
    if (this.failures === 0) return exit.all
    const isNetwork =
      faults.length === this.failures && faults.every((fault) => exitOf(fault) === exit.network)
    return isNetwork && this.received.length === 0 ? exit.network : exit.someFailed
  }
}

/** A name that is no text is shown as well as it can be. What was piped lies in a temporary file, which goes. */
const onDisk = ({ file, given }: FoundFile): Pick<ToldFile, 'path'> =>
  given === 'piped' ? {} : { path: file.path.toString() }

export const pathOf = ({ name, relativePath }: Pick<ReceivedFile, 'name' | 'relativePath'>): string =>
  relativePath === '.' ? name : `${relativePath}/${name}`
