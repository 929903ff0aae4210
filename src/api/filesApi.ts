import type { CallResponse } from '../../contract/call.ts'
import type { deleteFiles, FileRecord, UnfinishedUpload } from '../../contract/folders.ts'
import { api, request } from './api.ts'
import { fetchApi } from './client.ts'
import { ApiError, networkFailure, toFailure } from './errorCatalogue.ts'
import { readJsonArray } from './jsonArray.ts'

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Up to tens of thousands of rows, read in turns. They are frozen as they come and not compared with the ones
     * before: the store would otherwise walk through all of them at once, twice.
     */
    files: build.query<readonly FileRecord[], number>({
      queryFn: async (folderId, { signal }) => {
        try {
          return { data: await loadFiles(folderId, signal) }
        } catch (error) {
          return { error: toFailure(error) }
        }
      },
      structuralSharing: false,
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    /** What is no file yet: asked for again whenever the files are. */
    unfinishedUploads: build.query<UnfinishedUpload[], number>({
      query: (folderId) => request('listUnfinishedUploads', { params: { id: folderId } }),
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    deleteFiles: build.mutation<CallResponse<typeof deleteFiles>, { folderId: number; fileIds: number[] }>({
      query: ({ fileIds }) => request('deleteFiles', { body: { file_ids: fileIds } }),
      invalidatesTags: (_, __, { folderId }) => [
        { type: 'Files', id: folderId },
        { type: 'Folder', id: folderId },
        { type: 'Folder', id: 'LIST' },
        'DownloadLinks',
      ],
    }),
  }),
})

async function loadFiles(folderId: number, signal: AbortSignal): Promise<readonly FileRecord[]> {
  const { body } = await fetchApi('listFiles', { params: { id: folderId }, signal })
  const records: FileRecord[] = []
  if (body === null) throw new ApiError(networkFailure)
  try {
    for await (const some of readJsonArray<FileRecord>(body)) {
      for (const record of some) records.push(Object.freeze(record))
    }
  } catch (error) {
    if (signal.aborted) throw error
    // A connection that breaks within the answer is no answer.
    throw new ApiError(networkFailure)
  }
  return Object.freeze(records)
}

export const { useFilesQuery, useUnfinishedUploadsQuery, useDeleteFilesMutation } = filesApi
