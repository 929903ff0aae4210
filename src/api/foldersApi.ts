import type { CallQuery } from '../../contract/call.ts'
import type { Folder, FolderPayload, FolderUpdatePayload, listFolders } from '../../contract/folders.ts'
import { api, request } from './api.ts'

export type FolderSort = Required<CallQuery<typeof listFolders>>

const oneFolder = (id: number) => ({ type: 'Folder', id }) as const
const allFolders = { type: 'Folder', id: 'LIST' } as const

/**
 * Creating and changing carry the password of an upload link: the server checks it, so it is told it. RTK Query forgets
 * the arguments with the form.
 */
export const foldersApi = api.injectEndpoints({
  endpoints: (build) => ({
    folders: build.query<Folder[], FolderSort>({
      query: (query) => request('listFolders', { query }),
      providesTags: [allFolders],
    }),
    folder: build.query<Folder, number>({
      query: (id) => request('getFolder', { params: { id } }),
      providesTags: (_, __, id) => [oneFolder(id)],
    }),
    createFolder: build.mutation<Folder, FolderPayload>({
      query: (body) => request('createFolder', { body }),
      invalidatesTags: [allFolders],
    }),
    updateFolder: build.mutation<Folder, { id: number; changes: FolderUpdatePayload }>({
      query: ({ id, changes }) => request('updateFolder', { params: { id }, body: changes }),
      invalidatesTags: (_, error, { id }) => (error ? [] : [allFolders, oneFolder(id)]),
    }),
    deleteFolder: build.mutation<null, number>({
      query: (id) => request('deleteFolder', { params: { id } }),
      invalidatesTags: (_, error, id) => (error ? [] : [allFolders, oneFolder(id)]),
    }),
  }),
})

export const {
  useFoldersQuery,
  useFolderQuery,
  useCreateFolderMutation,
  useUpdateFolderMutation,
  useDeleteFolderMutation,
} = foldersApi
