import { createStore, get, update, type UseStore } from 'idb-keyval'
import { noSeenFiles, type SeenFiles, withDeleted, withReturned } from '../../core/trust/seenFiles.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'

/**
 * Stores the seen files of people in IndexedDB, by the fingerprints of their keys, also after sign-out
 * ([Note: Seen files]). Where the browser stores nothing, they last as long as the page.
 */
export class SeenFilesMemory {
  #store: UseStore | null = null
  readonly #known = new Map<string, SeenFiles>()

  async read(fp: string): Promise<SeenFiles> {
    const stored = await this.#tried((store) => get<SeenFiles>(fp, store))
    const files = stored ?? this.#known.get(fp) ?? noSeenFiles
    this.#known.set(fp, files)
    return files
  }

  async update(fp: string, change: (files: SeenFiles) => SeenFiles): Promise<void> {
    const before = this.#known.get(fp) ?? noSeenFiles
    let after: SeenFiles | undefined
    await this.#tried((store) => update<SeenFiles>(fp, (stored) => (after = change(stored ?? before)), store))
    this.#known.set(fp, after ?? change(before))
  }

  async #tried<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    try {
      return await work((this.#store ??= createStore('sealpost-seen', 'people')))
    } catch {
      this.#store = null
      return undefined
    }
  }
}

export const readSeenFiles =
  (key: UnlockedKey): AppThunk<Promise<SeenFiles>> =>
  (_dispatch, _getState, services) =>
    services.of(SeenFilesMemory).read(key.fingerprint)

/** Keeps which files the person has deleted. */
export const rememberDeleted =
  (marks: readonly string[], key: UnlockedKey): AppThunk<Promise<void>> =>
  async (_dispatch, _getState, services) => {
    if (marks.length === 0) return
    await services.of(SeenFilesMemory).update(key.fingerprint, (all) => withDeleted(all, marks))
  }

/** Sees files again that were deleted, once the person has accepted them. */
export const acceptReturned =
  (folderId: number, marks: readonly string[], key: UnlockedKey): AppThunk<Promise<void>> =>
  (_dispatch, _getState, services) =>
    services.of(SeenFilesMemory).update(key.fingerprint, (all) => withReturned(all, folderId, marks))
