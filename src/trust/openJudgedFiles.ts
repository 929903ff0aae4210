import type { FileRecord } from '../../contract/schemas/folders.ts'
import { type IndexedFile, segmentOf } from '../../core/crypto/index.ts'
import { type KnownFile, knownFile } from '../../core/keys/indexedFiles.ts'
import type { IndexedKey } from '../../core/keys/keysWorker.ts'
import { hasHiddenName } from '../../core/keys/storedNames.ts'
import type { OwnFile, OwnKeysOptions, UnopenedOwnFile } from '../../core/keys/ownFiles.ts'
import type { SplitOptions } from '../../core/keys/splitAcrossWorkers.ts'
import { markIndexUsed, readSegment, writeSegments } from '../session/nameIndexStore.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { folderDecryptionKeys } from './folderSecrets.ts'
import { judgeFolder, type FolderJudgement, type LinkedFolder, rememberSeen } from './judgedFolder.ts'

interface OpenedFiles {
  readonly opened: OwnFile[]
  readonly unopened: UnopenedOwnFile[]
}

type Workers = SplitOptions['workers']
type OpenOptions = Omit<OwnKeysOptions, 'decryptionKeys' | 'remembered' | 'indexed'>

/** Opens files of one folder, judged by what was remembered when it was made. */
export interface JudgedOpener {
  /** What was remembered of the folder before, for `verdictOf` and `isReturned`. */
  readonly judged: FolderJudgement
  /**
   * Reads files from the index, where others are missing ([Note: Index of names]). Its entries of files that the list does
   * not have are removed.
   * @param listed ids of all files of the folder
   */
  readonly readIndexed: (
    records: readonly FileRecord[],
    listed: ReadonlySet<number>,
    workers: Workers,
  ) => Promise<KnownFile[]>
  /** Opens keys and manifests, refuses exchanged files, and indexes hidden names. @throws as `openOwnFiles` */
  readonly open: (records: readonly FileRecord[], options: OpenOptions) => Promise<OpenedFiles>
  /** Remembers opened files that belong to the folder. */
  readonly remember: (opened: readonly OwnFile[]) => Promise<void>
}

/** @throws FaultError */
export const judgedOpener =
  (folder: LinkedFolder, key: UnlockedKey): AppThunk<Promise<JudgedOpener>> =>
  async (dispatch) => {
    const { openOwnFiles } = await import('../platform/ownFileOpening.ts')
    const decryptionKeys = await dispatch(folderDecryptionKeys(folder, key))
    const judged = await dispatch(judgeFolder(folder, key))
    const remembered = judged.links?.remembered
    const index = new FolderIndex(folder.id, key)
    return {
      judged,
      readIndexed: async (records, listed, workers) => {
        const entries = await index.read(records, workers, remembered)
        const files = [...entries.values()].map(({ file }) => file)
        const unlisted = files.filter(({ id }) => !listed.has(id))
        await index.write(files, { added: [], removed: unlisted }, workers)
        return records.flatMap((record) => {
          const entry = entries.get(record.id)
          return (entry && knownFile(record, entry, decryptionKeys)) ?? []
        })
      },
      open: async (records, options) => {
        const entries = await index.read(records, options.workers)
        const indexed = new Map<number, IndexedFile>()
        for (const record of records) {
          const entry = entries.get(record.id)
          if (entry && knownFile(record, entry, decryptionKeys)) indexed.set(record.id, entry.file)
        }
        const { toIndex, ...opened } = await openOwnFiles(records, {
          ...{ ...options, decryptionKeys, remembered, indexed },
        })
        const files = [...entries.values()].map(({ file }) => file)
        await index.write(files, { added: toIndex, removed: [] }, options.workers)
        return opened
      },
      remember: (opened) => dispatch(rememberSeen(opened, judged, key)),
    }
  }

/**
 * Opens keys and manifests of files, and remembers those that belong to the folder. Whatever shows, saves or passes on
 * files of a person opens them here. @throws FaultError, or the signal's reason
 */
export const openJudgedFiles =
  (
    { folder, records }: { folder: LinkedFolder; records: readonly FileRecord[] },
    key: UnlockedKey,
    options: OpenOptions,
  ): AppThunk<Promise<OpenedFiles & Pick<JudgedOpener, 'judged'>>> =>
  async (dispatch) => {
    const { fetchKeysAhead } = await import('../platform/ownFileOpening.ts')
    const fetchKeys = fetchKeysAhead(records, options)
    const { judged, open, remember } = await dispatch(judgedOpener(folder, key))
    const files = await open(records, { ...options, fetchKeys })
    await remember(files.opened)
    return { ...files, judged }
  }

type ListedFile = Pick<FileRecord, 'id' | 'original_filename'>

/** Reads names that the index has of files with hidden ones, by id. Whoever passes such a file on compares its name. */
export async function readIndexedNames(
  folderId: number,
  listed: readonly ListedFile[],
  key: UnlockedKey,
): Promise<ReadonlyMap<number, string>> {
  const { withKeysWorkers } = await import('../platform/ownFileOpening.ts')
  const entries = await withKeysWorkers(({ workers }) => new FolderIndex(folderId, key).read(listed, workers))
  return new Map(
    listed.flatMap(({ id, original_filename }) => {
      const file = entries.get(id)?.file
      return file?.name === original_filename ? [[id, file.manifest.name] as const] : []
    }),
  )
}

/** The index of a folder's hidden names: its segments are opened and sealed in the workers. */
class FolderIndex {
  readonly #folderId: number
  readonly #key: UnlockedKey

  constructor(folderId: number, key: UnlockedKey) {
    this.#folderId = folderId
    this.#key = key
  }

  /** Opens the segments of files with hidden names; the result has all of their entries, by file. */
  async read(
    records: readonly ListedFile[],
    workers: Workers,
    remembered: OwnKeysOptions['remembered'] = [],
  ): Promise<ReadonlyMap<number, IndexedKey>> {
    const hidden = records.filter(hasHiddenName)
    const segments = [...new Set(hidden.map(({ id }) => segmentOf(id)))]
    const index = [this.#key.fingerprint, this.#folderId] as const
    const open = (segment: number) =>
      workers.lease(async (worker) => {
        const sealed = await readSegment(index, segment)
        return sealed ? worker.openIndex(this.#key.root, this.#folderId, sealed, [...remembered]) : []
      })
    const opened = await Promise.all(segments.map(open))
    if (opened.some(({ length }) => length > 0)) await markIndexUsed(index)
    return new Map(opened.flat().map((entry) => [entry.file.id, entry]))
  }

  /** Changes segments that were read. @param files all that the changed segments have */
  async write(
    files: readonly IndexedFile[],
    { added, removed }: Record<'added' | 'removed', readonly IndexedFile[]>,
    workers: Workers,
  ): Promise<void> {
    const changed = [...added, ...removed]
    if (changed.length === 0) return
    const removedIds = new Set(removed.map(({ id }) => id))
    const byId = new Map([...files, ...added].map((file) => [file.id, file]))
    const bySegment = new Map(changed.map(({ id }): [number, IndexedFile[]] => [segmentOf(id), []]))
    for (const file of byId.values())
      if (!removedIds.has(file.id)) bySegment.get(segmentOf(file.id))?.push(file)
    const sealed = await Promise.all(
      Array.from(bySegment, ([segment, some]) => {
        const ascending = some.sort((a, b) => a.id - b.id)
        const place = { folder: this.#folderId, segment }
        return workers.lease((worker) => worker.sealIndex(this.#key.root, place, ascending))
      }),
    )
    await writeSegments([this.#key.fingerprint, this.#folderId], sealed)
  }
}
