import { api, queryFnOf } from './api.ts'
import type { ResponseOf } from './client.ts'

/** Creating a link is not here: RTK Query would keep the password verifier in the store. */
export const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    expiredDownloadLinks: build.query<ResponseOf<'listDownloadLinks'>, number>({
      queryFn: queryFnOf('listDownloadLinks', (folderId) => ({
        params: { id: folderId },
        query: { state: 'expired' as const },
      })),
      providesTags: ['DownloadLinks'],
    }),
    downloadLinks: build.query<ResponseOf<'listDownloadLinks'>, number>({
      queryFn: queryFnOf('listDownloadLinks', (folderId) => ({ params: { id: folderId } })),
      providesTags: ['DownloadLinks'],
    }),
  }),
})

export const { useDownloadLinksQuery, useExpiredDownloadLinksQuery } = linksApi
