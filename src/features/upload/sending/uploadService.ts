import type { AppDispatch, RootState, startAppListening } from '../../../store/store.ts'
import type { DroppedHandle } from '../../../first/incomingFiles.ts'
import type { OpenedUpload } from '../../../platform/interruptedUploads.ts'
import type { FoundFile } from '../intake/scanFiles.ts'
import type { PageInTab } from '../sent/sentInTab.ts'
import { UploadPreparation } from './uploadPreparation.ts'
import type { UploadModules } from './uploadModules.ts'
import type { BatchControl } from './batchControl.ts'
import { UnfinishedBatches } from '../resume/unfinishedBatches.ts'

export interface Store {
  dispatch: AppDispatch
  getState: () => RootState
}
export type StartListening = typeof startAppListening

/** An interrupted upload that is open while its files are gathered. */
export interface UploadToResume extends OpenedUpload {
  /** Available files of this upload, by index. */
  readonly available: Map<number, FoundFile>
}

/** State of an upload page that is not plain data, one for each store. */
export class UploadService implements PageInTab {
  readonly modules: UploadModules
  readonly #files = new Map<number, { file: File; root: DroppedHandle | undefined }>()
  /** Handles of the dropped files and folders, where the browser supports them. */
  #roots: FileSystemHandle[] = []
  /** Ids are never reused, so that a stale id matches no row. */
  #nextId = 0
  /** Fingerprint of the first accepted key, by link: the compared words must be those of the key in use. */
  readonly acceptedKeys = new Map<string, string>()
  /** Origin secret, by link; held in memory only, while the page is open. */
  readonly originSecrets = new Map<string, string>()
  /** Tag of the remembered link of a folder, by link, for own uploads. */
  readonly ownLinkTags = new Map<string, string>()
  readonly unfinished = new UnfinishedBatches()
  readonly preparation = new UploadPreparation()
  /** The batch under way: a page sends one at a time. */
  running: BatchControl | null = null
  /** Loads all that the page shows and saves at the end of an upload; set by the page. */
  loadEnding: () => Promise<unknown> = () => Promise.resolve()
  sentBefore: PageInTab['sentBefore'] = null
  #toResume: { batchId: string; opened: Promise<UploadToResume | null> } | null = null

  constructor(modules: UploadModules) {
    this.modules = modules
  }

  get roots(): readonly FileSystemHandle[] {
    return this.#roots
  }

  /**
   * @param root handle of the dropped file or folder that it is from
   * @returns the id of the file's row, one more than the last
   */
  addFile(file: File, root?: DroppedHandle): number {
    const id = this.#nextId++
    this.#files.set(id, { file, root })
    return id
  }

  file(id: number): File | undefined {
    return this.#files.get(id)?.file
  }

  /** The handle of this file, or of the dropped folder around it. Others may have the same name. */
  rootOf(id: number): DroppedHandle | undefined {
    return this.#files.get(id)?.root
  }

  replaceFile(id: number, file: File) {
    this.#files.set(id, { file, root: this.rootOf(id) })
  }

  releaseFilesExcept(ids: Iterable<number>) {
    const removedIds = new Set(ids)
    for (const id of this.#files.keys()) if (!removedIds.has(id)) this.#files.delete(id)
    if (this.#files.size === 0) this.#roots = []
  }

  addRoot(root: FileSystemHandle) {
    this.#roots.push(root)
  }

  /**
   * Opens an interrupted upload to gather its files; returns the open one if it is the same. Null if it is
   * gone or in use by another tab.
   * @throws as `InterruptedUploads.open`
   */
  openUploadToResume(batchId: string): Promise<UploadToResume | null> {
    if (this.#toResume?.batchId === batchId) return this.#toResume.opened
    this.closeUploadToResume()
    const toResume = { batchId, opened: this.#open(batchId) }
    this.#toResume = toResume
    const forget = () => {
      if (this.#toResume === toResume) this.#toResume = null
    }
    toResume.opened.then((opened) => opened ?? forget(), forget)
    return toResume.opened
  }

  /** True if an interrupted upload is open, or being opened. */
  get hasUploadToResume(): boolean {
    return this.#toResume !== null
  }

  /** True if this upload is still the open one. */
  async isUploadToResume({ batch }: UploadToResume): Promise<boolean> {
    const opened = this.#toResume && (await this.#toResume.opened)
    return opened?.batch === batch
  }

  /** Passes the open upload to the caller, which resumes or discards it. */
  detachUploadToResume() {
    this.#toResume = null
  }

  /** Closes the open upload, so that any tab can gather it. */
  closeUploadToResume() {
    this.#toResume?.opened.then(
      (opened) => opened?.batch.release(),
      () => undefined,
    )
    this.#toResume = null
  }

  /** Clears the state when the page is left or another link is opened. */
  reset() {
    this.running?.leave()
    this.preparation.reset()
    this.unfinished.releaseAll()
    this.closeUploadToResume()
    this.#files.clear()
    this.#roots = []
    this.sentBefore = null
  }

  async #open(batchId: string): Promise<UploadToResume | null> {
    const uploads = await this.modules.interruptedUploads()
    const opened = await uploads.open(batchId)
    return opened && { ...opened, available: new Map() }
  }
}
