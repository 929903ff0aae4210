import { concat } from '../crypto/index.ts'
import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { withoutSecrets } from '../faults/withoutSecrets.ts'
import { Throttle } from '../util/throttle.ts'
import type { Bytes, OpeningPorts } from '../ports.ts'
import { BufferPool } from '../util/bufferPool.ts'
import { saveToPickedFolder, type PickedFolder } from './saveToPickedFolder.ts'
import type { ArchiveEntry, OpeningEnd, OpeningEvent, OpenJob } from './openJob.ts'
import { Blockers } from './blockers.ts'
import { piecesOfFile } from './openChunks.ts'
import { EntryError, type OpeningContext } from './openingContext.ts'
import { readAhead } from './readAhead.ts'
import { zipLength, zipStream } from './zipStream.ts'

/** Small pieces are joined to at least so many bytes. */
const joinedBytes = 256 * 1024

const reportIntervalMs = 250

export type Sink =
  /** `pieces` throw if the file fails: a regular end would look like a complete, shorter file. */
  | { readonly kind: 'pieces'; put(pieces: AsyncIterable<Bytes>, options: PutOptions): Promise<void> }
  /** Saves every entry of an archive as a file of its own. */
  | { readonly kind: 'folder'; readonly folder: PickedFolder }

export interface PutOptions {
  readonly total: number
  readonly signal: AbortSignal
  readonly onReceiverGone: () => void
}

/** Functions of a thread that opens one job, directly in Node or behind Comlink; faults are values. */
export interface OpeningWorker<T> {
  /** @param listener resolves on delivery, if that is asynchronous */
  onEvent(listener: (event: OpeningEvent) => unknown): void
  /** Adds entries of an archive, in order, before `open`: all in one message would block the page. */
  addEntries(entries: readonly ArchiveEntry[]): void
  /** Opens a job, and resolves once its events are delivered. Never rejects. @param target of the platform */
  open(job: OpenJob, target: T): Promise<OpeningEnd>
  /** The missing input was given. */
  resume(): void
  cancel(): void
}

interface OpeningWorkerPorts<T> extends OpeningPorts {
  readonly sink: (target: T) => Sink
}

export function openingWorker<T>({ sink, ...ports }: OpeningWorkerPorts<T>): OpeningWorker<T> {
  const entries: ArchiveEntry[] = []
  const abort = new AbortController()
  let listener: (event: OpeningEvent) => unknown = () => undefined
  // Events and the result leave the thread on different ways, in no fixed order: the result waits.
  let delivered: Promise<unknown> = Promise.resolve()
  const notify = (event: OpeningEvent) => {
    delivered = Promise.allSettled([delivered, listener(event)])
  }
  const blockers = new Blockers((blocker) => notify({ type: 'blocker', blocker }))

  async function put(job: OpenJob, to: Sink, progress: Progress): Promise<void> {
    const { signal } = abort
    const { hasNoBackpressure, compareSha256 } = job
    const onVerified = (bytes: number) => progress.add(bytes)
    const memory = new BufferPool()
    const opening: OpeningContext = {
      ...ports,
      signal,
      blockers,
      memory,
      hasNoBackpressure,
      compareSha256,
      onVerified,
    }
    if (to.kind === 'folder') return putIntoFolder(to.folder, opening, progress)
    const { total, pieces } =
      job.kind === 'file'
        ? await piecesOfFile(job.source, opening, () => notify({ type: 'arrived' }))
        : piecesOfArchive(opening, progress)
    notify({ type: 'ready', total })
    const onReceiverGone = () => abort.abort()
    await to.put(whole(pieces, total, progress), { total, signal, onReceiverGone })
  }

  async function putIntoFolder(
    folder: PickedFolder,
    opening: OpeningContext,
    progress: Progress,
  ): Promise<void> {
    notify({ type: 'ready', total: entries.reduce((sum, { size }) => sum + size, 0) })
    progress.begin()
    const saved = await saveToPickedFolder(folder, entries, opening, {
      onLeftOut: (leftOut) => notify({ type: 'left-out', ...leftOut }),
      onExisting: (bytes) => progress.add(bytes),
      onFile: () => progress.fileDone(),
    })
    if (saved === 0 && entries.length > 0) throw new FaultError(fault('none-opened'))
  }

  function piecesOfArchive(opening: OpeningContext, progress: Progress) {
    const total = zipLength(entries)
    const pieces = zipStream(total, readAhead(entries, opening), {
      onLeftOut: ({ index, fault: what }) => notify({ type: 'left-out', entry: index, fault: what }),
      onOverhead: (bytes) => progress.add(bytes),
      onWritten: () => progress.fileDone(),
    })
    return { total, pieces }
  }

  return {
    onEvent: (newListener) => void (listener = newListener),
    addEntries: (some) => void entries.push(...some),
    async open(job, target) {
      const progress = new Progress((bytes, filesDone) => notify({ type: 'progressed', bytes, filesDone }))
      try {
        await put(job, sink(target), progress)
        progress.end()
        await delivered
        return { type: 'opened', bytes: progress.bytes }
      } catch (error) {
        progress.end()
        if (abort.signal.aborted) return { type: 'aborted' }
        // Stops reading ahead.
        abort.abort()
        await delivered
        return { type: 'failed', fault: faultOfSaving(error), entry: entryOf(error) }
      }
    },
    resume: () => blockers.resume(),
    cancel: () => abort.abort(),
  }
}

/** Errors unknown to the engine mean that saving failed. */
const faultOfSaving = (error: unknown): Fault =>
  error instanceof FaultError
    ? error.fault
    : fault('unsaved', error instanceof Error ? { said: withoutSecrets(error.message) } : {})

const entryOf = (error: unknown): number | null => (error instanceof EntryError ? error.entry : null)

/** Progress of a job: content counts once verified, other bytes once written. */
class Progress {
  bytes = 0
  #filesDone = 0
  #hasBegun = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onProgress: (bytes: number, filesDone: number) => void
  readonly #rate = new Throttle(reportIntervalMs)

  constructor(onProgress: (bytes: number, filesDone: number) => void) {
    this.#onProgress = onProgress
  }

  /** The receiver has started: before that nothing is reported. */
  begin() {
    this.#hasBegun = true
    this.add(0)
  }

  add(bytes: number) {
    this.bytes += bytes
    if (!this.#hasBegun) return
    if (this.#rate.tryPass(performance.now())) this.#report()
    // The last event may be the last one for long.
    else this.#timer ??= setTimeout(() => this.#report(), reportIntervalMs)
  }

  fileDone() {
    this.#filesDone++
    this.add(0)
  }

  end() {
    clearTimeout(this.#timer)
    this.#hasBegun = false
  }

  #report() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#onProgress(this.bytes, this.#filesDone)
  }
}

/** Passes on all pieces; throws if their length is not as announced. */
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

/** Joins small pieces: each costs the receiver a call, and an archive has several tiny ones a file. */
async function* joined(pieces: AsyncIterable<Bytes>) {
  let buffered: Bytes[] = []
  let length = 0
  const all = () => {
    const [only] = buffered
    const bytes = buffered.length === 1 && only ? only : concat(...buffered)
    buffered = []
    length = 0
    return bytes
  }
  for await (const piece of pieces) {
    // A large piece is not copied just to be joined with a small one.
    if (length > 0 && piece.length >= joinedBytes) yield all()
    buffered.push(piece)
    length += piece.length
    if (length >= joinedBytes) yield all()
  }
  if (length > 0) yield all()
}
