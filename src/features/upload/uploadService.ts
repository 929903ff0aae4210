import type { AppDispatch, RootState, startAppListening } from '../../store/store.ts'
import type { OpenedUpload } from '../../platform/keptUploads.ts'
import type { UploadParts } from './parts.ts'
import type { Sending } from './sendingState.ts'
import { UnfinishedBatches } from './unfinishedBatches.ts'

/** What listeners of this page are handed by the store. */
export interface Store {
  dispatch: AppDispatch
  getState: () => RootState
}
export type StartListening = typeof startAppListening

/** An upload that is being gone on with, while its files are gathered. */
export interface Gathering extends OpenedUpload {
  /** By index, and of this upload alone. */
  readonly atHand: Map<number, File>
}

/** What an upload page holds beside its store, which holds plain data only: one for each store. */
export class UploadService {
  readonly parts: UploadParts
  /** The File objects behind the rows of the queue. */
  readonly #files = new Map<number, File>()
  /** What they were dropped as, where the browser lets a page keep hold of it. */
  #roots: FileSystemHandle[] = []
  /** Never given twice: what still has one of a page of before finds no row. */
  #nextId = 0
  /**
   * By link, the fingerprint of the key that was accepted first, for the life of the page: the words that were compared
   * are those of the key that is used.
   */
  readonly acceptedKeys = new Map<string, string>()
  /** By link, the origin secret that it carries: kept nowhere else, and not longer than its page stands. */
  readonly originSecrets = new Map<string, string>()
  readonly unfinished = new UnfinishedBatches()
  /** One page sends one batch at a time. */
  sending: Sending | null = null
  #gathered: { batchId: string; opened: Promise<Gathering | null> } | null = null

  constructor(parts: UploadParts) {
    this.parts = parts
  }

  get roots(): readonly FileSystemHandle[] {
    return this.#roots
  }

  /** @returns the number of the file's row, one more than the last */
  take(file: File): number {
    const id = this.#nextId++
    this.#files.set(id, file)
    return id
  }

  file(id: number): File | undefined {
    return this.#files.get(id)
  }

  /** The file as it is now, in place of what it was when it was given. */
  renew(id: number, file: File) {
    this.#files.set(id, file)
  }

  release(id: number) {
    this.#files.delete(id)
  }

  /** Lets go of every file that is not in `kept`. */
  releaseAllBut(kept: Iterable<number>) {
    const wanted = new Set(kept)
    for (const id of this.#files.keys()) if (!wanted.has(id)) this.#files.delete(id)
    if (this.#files.size === 0) this.#roots = []
  }

  addRoot(root: FileSystemHandle) {
    this.#roots.push(root)
  }

  /**
   * Opens a kept upload, so that its files are gathered; the one that is open already, as it is. Null when it is gone, or
   * another tab has it. @throws as `KeptUploads.open`
   */
  gather(batchId: string): Promise<Gathering | null> {
    if (this.#gathered?.batchId === batchId) return this.#gathered.opened
    this.stopGathering()
    const gathered = { batchId, opened: this.#open(batchId) }
    this.#gathered = gathered
    const forget = () => {
      if (this.#gathered === gathered) this.#gathered = null
    }
    gathered.opened.then((opened) => opened ?? forget(), forget)
    return gathered.opened
  }

  /** Whether its files are still gathered: others may have been opened meanwhile. */
  async isGathering({ batch }: Gathering): Promise<boolean> {
    const opened = this.#gathered && (await this.#gathered.opened)
    return opened?.batch === batch
  }

  /** It is gone on with, or forgotten: whoever does that has it now. */
  handOver() {
    this.#gathered = null
  }

  /** It may be gathered another time, here or in another tab. */
  stopGathering() {
    this.#gathered?.opened.then(
      (opened) => opened?.batch.release(),
      () => undefined,
    )
    this.#gathered = null
  }

  /** The page goes, or another link is opened. */
  reset() {
    this.sending?.leave()
    this.unfinished.releaseAll()
    this.stopGathering()
    this.#files.clear()
    this.#roots = []
  }

  async #open(batchId: string): Promise<Gathering | null> {
    const uploads = await this.parts.uploads()
    const opened = await uploads.open(batchId)
    return opened && { ...opened, atHand: new Map() }
  }
}
