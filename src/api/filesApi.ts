import type { FileRecord } from '../../contract/schemas/folders.ts'
import { FaultError, fault } from '../../core/faults/fault.ts'
import { api, toQueryResult, queryFnOf } from './api.ts'
import { fetchApi, type ResponseOf } from './client.ts'
import { readJsonArray } from '../../core/util/jsonArray.ts'

const tagsOfFiles = (folderId: number) =>
  [
    { type: 'Files', id: folderId },
    { type: 'Folder', id: folderId },
    { type: 'Folder', id: 'LIST' },
  ] as const

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Up to tens of thousands of rows, read as a stream. They are frozen on arrival and not structurally
     * shared: the store would otherwise walk all of them twice.
     */
    files: build.query<readonly FileRecord[], number>({
      queryFn: (folderId, { signal }) => toQueryResult(() => loadFiles(folderId, signal)),
      structuralSharing: false,
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    /** Uploads in progress; refetched together with the files. */
    unfinishedUploads: build.query<ResponseOf<'listUnfinishedUploads'>, number>({
      queryFn: queryFnOf('listUnfinishedUploads', (folderId) => ({ params: { id: folderId } })),
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    /** What it changes is refetched by `invalidateDeletedFilesOf`. */
    deleteFiles: build.mutation<ResponseOf<'deleteFiles'>, readonly number[]>({
      queryFn: queryFnOf('deleteFiles', (fileIds) => ({ body: { file_ids: [...fileIds] } })),
    }),
  }),
})

/** Refetches what files that have just arrived change. */
export const invalidateFilesOf = (folderId: number) =>
  filesApi.util.invalidateTags([...tagsOfFiles(folderId)])

/** Refetches what deletions change, once this device remembers what was deleted: a list without it is no surprise then. */
export const invalidateDeletedFilesOf = (folderId: number) =>
  filesApi.util.invalidateTags([...tagsOfFiles(folderId), 'DownloadLinks'])

async function loadFiles(folderId: number, signal: AbortSignal): Promise<readonly FileRecord[]> {
  const { body } = await fetchApi('listFiles', {
    params: { id: folderId },
    // They would be half of the list, and only show which files are repeats.
    query: { hashes: 'none' },
    signal,
  })
  const records: FileRecord[] = []
  if (body === null) throw new FaultError(fault('unanswered'))
  try {
    for await (const rows of readJsonArray<FileRecord>(body)) {
      for (const record of rows) records.push(Object.freeze(record))
    }
  } catch (error) {
    if (signal.aborted) throw error
    // A connection that breaks within the response counts as unanswered.
    throw new FaultError(fault('unanswered'))
  }
  return Object.freeze(records)
}

export const { useFilesQuery, useUnfinishedUploadsQuery, useDeleteFilesMutation } = filesApi
