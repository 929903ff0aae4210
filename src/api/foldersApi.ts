import type { CallBody } from '../../contract/call.ts'
import type { createFolder, FolderUpdatePayload } from '../../contract/schemas/folders.ts'
import { fault } from '../../core/faults/fault.ts'
import { api, queryFnOf } from './api.ts'
import type { ResponseOf } from './client.ts'
import type { FolderSort } from './defaultSort.ts'

interface FolderChange {
  id: number
  changes: FolderUpdatePayload
}

interface Deletion {
  id: number
  /** Erases it at once, also what is in the trash. */
  now?: '1'
}

const folderTag = (id: number) => ({ type: 'Folder', id }) as const
export const folderListTag = { type: 'Folder', id: 'LIST' } as const
const tagsOfFolder = (id: number) => [folderListTag, folderTag(id)]

const getFolder = queryFnOf('getFolder', (id: number) => ({ params: { id } }))

/** The server checks the password of an upload link, so it is sent, and in the store until the form unmounts. */
export const foldersApi = api.injectEndpoints({
  endpoints: (build) => ({
    folders: build.query<ResponseOf<'listFolders'>, FolderSort>({
      queryFn: queryFnOf('listFolders', (query) => ({ query })),
      providesTags: [folderListTag],
    }),
    folder: build.query<ResponseOf<'getFolder'>, number>({
      queryFn: async (id, queryApi) => {
        const result = await getFolder(id, queryApi)
        // Proofs of origin go by the id of the response, and files by that of the request.
        return result.data && result.data.id !== id ? { error: fault('folder-moved') } : result
      },
      providesTags: (_, __, id) => [folderTag(id)],
    }),
    deliveries: build.query<ResponseOf<'listDeliveries'>, undefined>({
      queryFn: queryFnOf('listDeliveries', () => ({})),
      providesTags: [folderListTag],
    }),
    createFolder: build.mutation<ResponseOf<'createFolder'>, CallBody<typeof createFolder>>({
      queryFn: queryFnOf('createFolder', (body) => ({ body })),
      invalidatesTags: [folderListTag],
    }),
    updateFolder: build.mutation<ResponseOf<'updateFolder'>, FolderChange>({
      queryFn: queryFnOf('updateFolder', ({ id, changes }) => ({ params: { id }, body: changes })),
      invalidatesTags: (_, error, { id }) => (error ? [] : tagsOfFolder(id)),
    }),
    setFolderMail: build.mutation<ResponseOf<'setFolderMail'>, { id: number; notify_by_email: boolean }>({
      queryFn: queryFnOf('setFolderMail', ({ id, ...body }) => ({ params: { id }, body })),
      invalidatesTags: (_, error, { id }) => (error ? [] : tagsOfFolder(id)),
    }),
    deleteFolder: build.mutation<ResponseOf<'deleteFolder'>, Deletion>({
      queryFn: queryFnOf('deleteFolder', ({ id, now }) => ({ params: { id }, query: { now } })),
      invalidatesTags: (_, error, { id }) => (error ? [] : tagsOfFolder(id)),
    }),
    trashedFolders: build.query<ResponseOf<'listTrashedFolders'>, undefined>({
      queryFn: queryFnOf('listTrashedFolders', () => ({})),
      providesTags: [folderListTag],
    }),
    /** `invalidateFolder` refetches what it changes. */
    restoreFolder: build.mutation<ResponseOf<'restoreFolder'>, number>({
      queryFn: queryFnOf('restoreFolder', (id) => ({ params: { id } })),
    }),
  }),
})

/** Refetches what a restored folder changes, once it is remembered again: a list with it is no surprise then. */
export const invalidateFolder = (id: number) => foldersApi.util.invalidateTags(tagsOfFolder(id))

export const {
  useFoldersQuery,
  useFolderQuery,
  useDeliveriesQuery,
  useCreateFolderMutation,
  useUpdateFolderMutation,
  useSetFolderMailMutation,
  useTrashedFoldersQuery,
} = foldersApi
