import type { FileRecord, TrashedFile } from '../../contract/schemas/folders.ts'
import { FaultError, fault } from '../../core/faults/fault.ts'
import { api, toQueryResult, queryFnOf } from './api.ts'
import { type CallOptions, fetchApi, type ResponseOf } from './client.ts'
import { readJsonArray } from '../../core/util/jsonArray.ts'

const tagsOfFiles = (folderId: number) =>
  [
    { type: 'Files', id: folderId },
    { type: 'Folder', id: folderId },
    { type: 'Folder', id: 'LIST' },
  ] as const

interface Deletion {
  fileIds: readonly number[]
  /** Erases them at once, also those in the trash. */
  now?: '1' | undefined
}

interface RetentionExtension {
  fileIds: readonly number[]
  /** ISO time; null for always. */
  until: string | null
}

const trashOf = (folderId: number) => ({ type: 'Files', id: `trash-${folderId}` }) as const

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Up to tens of thousands of rows, read as a stream. They are frozen on arrival and not structurally
     * shared: the store would otherwise walk all of them twice.
     */
    files: build.query<readonly FileRecord[], number>({
      // Their hashes would be half of the list, and only show which files are repeats.
      queryFn: (id, { signal }) =>
        toQueryResult(() =>
          loadRows<FileRecord>('listFiles', { params: { id }, query: { hashes: 'none' }, signal }),
        ),
      structuralSharing: false,
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    /** Uploads in progress; refetched together with the files. */
    unfinishedUploads: build.query<ResponseOf<'listUnfinishedUploads'>, number>({
      queryFn: queryFnOf('listUnfinishedUploads', (folderId) => ({ params: { id: folderId } })),
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    /** The files of a folder's trash; loaded and kept as `files`. */
    trashedFiles: build.query<readonly TrashedFile[], number>({
      queryFn: (id, { signal }) =>
        toQueryResult(() => loadRows<TrashedFile>('listTrashedFiles', { params: { id }, signal })),
      structuralSharing: false,
      providesTags: (_, __, folderId) => [trashOf(folderId)],
    }),
    /** What it changes is refetched by `invalidateDeletedFilesOf`. */
    deleteFiles: build.mutation<ResponseOf<'deleteFiles'>, Deletion>({
      queryFn: queryFnOf('deleteFiles', ({ fileIds, now }) => ({
        query: { now },
        body: { file_ids: [...fileIds] },
      })),
    }),
    /** `invalidateFilesOf` refetches what it changes. */
    extendRetention: build.mutation<ResponseOf<'extendRetention'>, RetentionExtension>({
      queryFn: queryFnOf('extendRetention', ({ fileIds, until }) => ({
        body: { file_ids: [...fileIds], expires_at: until },
      })),
    }),
    /** `invalidateDeletedFilesOf` refetches what it changes, as for `deleteFiles`. */
    restoreFiles: build.mutation<ResponseOf<'restoreFiles'>, readonly number[]>({
      queryFn: queryFnOf('restoreFiles', (fileIds) => ({ body: { file_ids: [...fileIds] } })),
    }),
  }),
})

/** Refetches what changes when files arrive, or their dates change. */
export const invalidateFilesOf = (folderId: number) =>
  filesApi.util.invalidateTags([...tagsOfFiles(folderId)])

/** Refetches what deleting and restoring change, once this device remembers it: the list is no surprise then. */
export const invalidateDeletedFilesOf = (folderId: number) =>
  filesApi.util.invalidateTags([...tagsOfFiles(folderId), trashOf(folderId), 'DownloadLinks'])

/** Loads the files of a delivery, as `files`. @param batchId as in the list of deliveries @throws FaultError */
export const loadNewFiles = (folderId: number, batchId: string | null): Promise<readonly FileRecord[]> =>
  loadRows('listFiles', { params: { id: folderId }, query: { hashes: 'none', new_of: batchId ?? 'none' } })

async function loadRows<Row>(
  call: 'listFiles' | 'listTrashedFiles',
  options: CallOptions<'listFiles'> & { signal?: AbortSignal },
): Promise<readonly Row[]> {
  const { body } = await fetchApi(call, options)
  const records: Row[] = []
  if (body === null) throw new FaultError(fault('unanswered'))
  try {
    for await (const rows of readJsonArray<Row>(body)) {
      for (const record of rows) records.push(Object.freeze(record))
    }
  } catch (error) {
    if (options.signal?.aborted) throw error
    // A connection that breaks within the response counts as unanswered.
    throw new FaultError(fault('unanswered'))
  }
  return Object.freeze(records)
}

export const { useFilesQuery, useUnfinishedUploadsQuery, useTrashedFilesQuery } = filesApi
