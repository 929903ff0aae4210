import { concat } from '../crypto/index.ts'
import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { withoutSecrets } from '../faults/withoutSecrets.ts'
import { Throttle } from '../util/throttle.ts'
import type { Bytes, OpeningPorts } from '../ports.ts'
import { SpareMemory } from '../util/spareMemory.ts'
import { fillFolder, type FolderSink } from './folderSink.ts'
import type { ArchiveEntry, OpeningEnd, OpeningNews, OpenJob } from './job.ts'
import { Blockers } from './blockers.ts'
import { piecesOfFile } from './openedChunks.ts'
import { EntryError, type Opening } from './opening.ts'
import { readAhead } from './readAhead.ts'
import { zipLength, zipStream } from './zipStream.ts'

/** Small pieces become one of at least so many bytes. */
const joinedBytes = 256 * 1024

/** At most this often a job says how far it is, in milliseconds. */
const reportInterval = 250

/** Where opened bytes go. */
export type Sink =
  | { readonly kind: 'pieces'; put(pieces: AsyncIterable<Bytes>, how: PutHow): Promise<void> }
  /** Every entry of an archive becomes a file of its own. */
  | { readonly kind: 'folder'; readonly folder: FolderSink }

/** `pieces` fail where the file fails: what merely ended would be a short file that looks finished. */
export interface PutHow {
  /** Length of all pieces in bytes. */
  readonly total: number
  readonly signal: AbortSignal
  /** Whoever takes them wants no more. */
  readonly onLeft: () => void
}

/**
 * The functions of an opening thread, which opens one job: the same object behind Comlink in a browser and as it is in
 * Node. Faults are values.
 */
export interface OpeningWorker<T> {
  /** Who hears how it goes. @param tell resolves when it has been heard, where that takes a way */
  attend(tell: (news: OpeningNews) => unknown): void
  /** Some of the entries of an archive, in their order, before `open`: all in one message would hold up the page. */
  take(entries: readonly ArchiveEntry[]): void
  /**
   * One job to its end, once all before that has been heard. Never rejects.
   * @param target where it is put, in the platform's own words
   */
  open(job: OpenJob, target: T): Promise<OpeningEnd>
  /** What was needed is there. */
  resume(): void
  cancel(): void
}

export interface OpeningWorkerPorts<T> extends OpeningPorts {
  readonly sink: (target: T) => Sink
}

export function openingWorker<T>({ sink, ...ports }: OpeningWorkerPorts<T>): OpeningWorker<T> {
  const entries: ArchiveEntry[] = []
  const abort = new AbortController()
  let tellThem: (news: OpeningNews) => unknown = () => undefined
  // News and the end take different ways out of a thread, which need not keep their order: the end waits.
  let heard: Promise<unknown> = Promise.resolve()
  const tell = (news: OpeningNews) => {
    heard = Promise.allSettled([heard, tellThem(news)])
  }
  const needs = new Blockers((what) => tell({ type: 'needs', what }))

  async function put(job: OpenJob, to: Sink, progress: Progress): Promise<void> {
    const { signal } = abort
    const { paced, compareSha256 } = job
    const onVerified = (bytes: number) => progress.add(bytes)
    const memory = new SpareMemory()
    const opening: Opening = { ...ports, signal, needs, memory, paced, compareSha256, onVerified }
    if (to.kind === 'folder') return putIntoFolder(to.folder, opening, progress)
    const { total, pieces } =
      job.kind === 'file'
        ? await piecesOfFile(job.source, opening, () => tell({ type: 'arrived' }))
        : piecesOfArchive(opening, progress)
    tell({ type: 'ready', total })
    const onLeft = () => abort.abort()
    await to.put(whole(pieces, total, progress), { total, signal, onLeft })
  }

  async function putIntoFolder(folder: FolderSink, opening: Opening, progress: Progress): Promise<void> {
    tell({ type: 'ready', total: entries.reduce((sum, { size }) => sum + size, 0) })
    progress.begin()
    const saved = await fillFolder(folder, entries, opening, {
      onLeftOut: (leftOut) => tell({ type: 'left-out', ...leftOut }),
      onThere: (bytes) => progress.add(bytes),
      onFile: () => progress.fileDone(),
    })
    if (saved === 0 && entries.length > 0) throw new FaultError(fault('none-opened'))
  }

  function piecesOfArchive(opening: Opening, progress: Progress) {
    const total = zipLength(entries)
    const pieces = zipStream(total, readAhead(entries, opening), {
      onLeftOut: ({ index, fault: what }) => tell({ type: 'left-out', entry: index, fault: what }),
      onBeside: (bytes) => progress.add(bytes),
      onWritten: () => progress.fileDone(),
    })
    return { total, pieces }
  }

  return {
    attend: (hear) => void (tellThem = hear),
    take: (some) => void entries.push(...some),
    async open(job, target) {
      const progress = new Progress((bytes, filesDone) => tell({ type: 'progressed', bytes, filesDone }))
      try {
        await put(job, sink(target), progress)
        progress.end()
        await heard
        return { type: 'opened', bytes: progress.bytes }
      } catch (error) {
        progress.end()
        if (abort.signal.aborted) return { type: 'aborted' }
        // What was read ahead is not wanted any more.
        abort.abort()
        await heard
        return { type: 'failed', fault: faultOfSaving(error), entry: entryOf(error) }
      }
    },
    resume: () => needs.resume(),
    cancel: () => abort.abort(),
  }
}

/** Whatever else goes wrong than what the engine knows, the download does not arrive. */
const faultOfSaving = (error: unknown): Fault =>
  error instanceof FaultError
    ? error.fault
    : fault('unsaved', error instanceof Error ? { said: withoutSecrets(error.message) } : {})

const entryOf = (error: unknown): number | null => (error instanceof EntryError ? error.entry : null)

/**
 * How far a job is: content counts as soon as it has verified, what stands beside it when it is written. How much of it is
 * held back on its way to the disk differs by road and by line.
 */
class Progress {
  bytes = 0
  #filesDone = 0
  #hasBegun = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #tell: (bytes: number, filesDone: number) => void
  readonly #rate = new Throttle(reportInterval)

  constructor(tell: (bytes: number, filesDone: number) => void) {
    this.#tell = tell
  }

  /** Whoever saves has taken the first step: before that nothing is told. */
  begin() {
    this.#hasBegun = true
    this.add(0)
  }

  add(bytes: number) {
    this.bytes += bytes
    if (!this.#hasBegun) return
    if (this.#rate.isTime(performance.now())) this.#report()
    // What came last may be the last for long.
    else this.#timer ??= setTimeout(() => this.#report(), reportInterval)
  }

  fileDone() {
    this.#filesDone++
    this.add(0)
  }

  /** Nothing more is told. */
  end() {
    clearTimeout(this.#timer)
    this.#hasBegun = false
  }

  #report() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#tell(this.bytes, this.#filesDone)
  }
}

/** All of them: fails rather than end at another length than was announced. */
async function* whole(
  pieces: AsyncIterable<Bytes>,
  total: number,
  progress: Progress,
): AsyncGenerator<Bytes, void, void> {
  progress.begin()
  let bytes = 0
  for await (const piece of joined(pieces)) {
    bytes += piece.length
    yield piece
  }
  progress.bytes = bytes
  if (bytes !== total) throw new FaultError(fault('incomplete'))
}

/** Every piece costs whoever saves it a call, and an archive has several tiny ones a file. */
async function* joined(pieces: AsyncIterable<Bytes>) {
  let held: Bytes[] = []
  let length = 0
  const all = () => {
    const [only] = held
    const bytes = held.length === 1 && only ? only : concat(...held)
    held = []
    length = 0
    return bytes
  }
  for await (const piece of pieces) {
    // A large one is not copied for the sake of a small one before it.
    if (length > 0 && piece.length >= joinedBytes) yield all()
    held.push(piece)
    length += piece.length
    if (length >= joinedBytes) yield all()
  }
  if (length > 0) yield all()
}
