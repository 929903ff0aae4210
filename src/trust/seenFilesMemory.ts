import { createAction } from '@reduxjs/toolkit'
import { createStore, get, update, type UseStore } from 'idb-keyval'
import {
  comparedMarks,
  type DeletedFile,
  type GoneFile,
  type ListedFiles,
  type MarkedFile,
  noSeenFiles,
  type SeenFiles,
  withDates,
  withDeleted,
  withRestored,
  withReturned,
  withUnlisted,
} from '../../core/trust/seenFiles.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { ownFingerprint } from './ownFingerprint.ts'

/** Earlier versions kept of what is gone only whether it was deleted here. */
type StoredSeenFiles = Omit<SeenFiles, 'gone'> & { readonly gone: ReadonlyMap<string, GoneFile | boolean> }

const withFolders = ({ seen, gone }: StoredSeenFiles): SeenFiles => ({
  seen,
  gone: new Map(
    [...gone].map(([mark, file]) => [
      mark,
      typeof file === 'boolean' ? { folder: null, isDeletedHere: file } : file,
    ]),
  ),
})

/**
 * Stores the seen files of people in IndexedDB, by the fingerprints of their keys, also after sign-out
 * ([Note: Seen files]). Where the browser stores nothing, they last as long as the page.
 */
export class SeenFilesMemory {
  #store: UseStore | null = null
  readonly #known = new Map<string, SeenFiles>()

  async read(fp: string): Promise<SeenFiles> {
    const stored = await this.#tried((store) => get<StoredSeenFiles>(fp, store))
    const files = (stored && withFolders(stored)) ?? this.#known.get(fp) ?? noSeenFiles
    this.#known.set(fp, files)
    return files
  }

  async update(fp: string, change: (files: SeenFiles) => SeenFiles): Promise<void> {
    const current = this.#known.get(fp) ?? noSeenFiles
    let updated: SeenFiles | undefined
    await this.#tried((store) =>
      update<StoredSeenFiles>(
        fp,
        (stored) => (updated = change(stored ? withFolders(stored) : current)),
        store,
      ),
    )
    this.#known.set(fp, updated ?? change(current))
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

/** Keeps which files the person has deleted. @param fp of `ownFingerprint` */
export const rememberDeleted =
  (
    folderId: number,
    deleted: readonly DeletedFile[],
    fp: string,
    isInTrash: boolean,
  ): AppThunk<Promise<void>> =>
  async (_dispatch, _getState, services) => {
    if (deleted.length === 0) return
    await services.of(SeenFilesMemory).update(fp, (all) => withDeleted(all, folderId, deleted, isInTrash))
  }

/** Sees files again that the person has restored from the trash; call it before they are listed. @param fp of `ownFingerprint` */
export const rememberRestored =
  (folderId: number, restored: readonly DeletedFile[], fp: string): AppThunk<Promise<void>> =>
  async (dispatch, _getState, services) => {
    await services.of(SeenFilesMemory).update(fp, (all) => withRestored(all, folderId, restored))
    dispatch(returnedAccepted(restored.map(({ id }) => id)))
  }

/** Sees files again that were deleted, once the person has accepted them. */
export const acceptReturned =
  (folderId: number, files: readonly MarkedFile[], key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch, _getState, services) => {
    await services.of(SeenFilesMemory).update(key.fingerprint, (all) => withReturned(all, folderId, files))
    dispatch(returnedAccepted(files.map(({ id }) => id)))
  }

/** The person has accepted files, by their ids, that are back after they were deleted. */
export const returnedAccepted = createAction<number[]>('seenFiles/returnedAccepted')

/** Files seen in a folder that its list does not have any more. */
export interface UnlistedFiles {
  /** How many are missing before their dates. */
  readonly unlisted: number
  /** How many the server says are in the trash. */
  readonly trashed: number
}

/**
 * Reads what was seen before the list of a folder is asked for, also while the key is locked.
 * @param readTrash reads the numbers of the files in the folder's trash; null if that fails
 * @returns a function that keeps which seen files the complete list does not have, and says how many
 */
export const prepareUnlisted =
  (
    folderId: number,
    readTrash: () => Promise<ReadonlySet<number> | null>,
  ): AppThunk<Promise<(listed: ListedFiles) => Promise<UnlistedFiles>>> =>
  async (dispatch, _getState, services) => {
    const none = { unlisted: 0, trashed: 0 }
    const fp = await dispatch(ownFingerprint())
    // This device has seen no key of the person.
    if (fp === null) return () => Promise.resolve(none)
    const memory = services.of(SeenFilesMemory)
    const seenBefore = await memory.read(fp)
    return async (listed) => {
      const marks = comparedMarks(seenBefore, folderId, listed)
      const isAllListed = marks.seen.length + marks.trashed.length === 0
      const isAsBefore = isAllListed && marks.restored.length === 0
      if (isAsBefore && withDates(seenBefore, folderId, listed) === seenBefore) return none
      const inTrash = isAllListed ? new Set<number>() : await readTrash()
      const now = new Date().toISOString()
      let counts = none
      await memory.update(fp, (all) => {
        const { files, ...counted } = withUnlisted(withDates(all, folderId, listed), folderId, {
          ...{ marks, inTrash, now },
        })
        counts = counted
        return files
      })
      return counts
    }
  }
