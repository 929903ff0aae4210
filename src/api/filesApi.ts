import type { CallResponse } from '../../contract/call.ts'
import {
  deleteFiles,
  type FileKeys,
  type FileRecord,
  getFileKeys,
  listFiles,
} from '../../contract/folders.ts'
import { api, request } from './api.ts'

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    files: build.query<FileRecord[], number>({
      query: (folderId) => request(listFiles, { params: { id: folderId } }),
      providesTags: (_, __, folderId) => [{ type: 'Files', id: folderId }],
    }),
    /** At most 1 000 ids a call; a mutation, since nothing of the answer is worth keeping. */
    fileKeys: build.mutation<FileKeys[], number[]>({
      query: (file_ids) => request(getFileKeys, { body: { file_ids } }),
    }),
    deleteFiles: build.mutation<CallResponse<typeof deleteFiles>, { folderId: number; fileIds: number[] }>({
      query: ({ fileIds }) => request(deleteFiles, { body: { file_ids: fileIds } }),
      invalidatesTags: (_, __, { folderId }) => [
        { type: 'Files', id: folderId },
        { type: 'Folder', id: folderId },
        { type: 'Folder', id: 'LIST' },
        'DownloadLinks',
      ],
    }),
  }),
})

export const { useFilesQuery, useFileKeysMutation, useDeleteFilesMutation } = filesApi
