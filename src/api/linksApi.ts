import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

/**
 * Creating a link is not here: the call carries a password verifier, and RTK Query keeps arguments in the
 * store.
 */
export const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    downloadLinks: build.query<Answer<'listDownloadLinks'>, number>({
      queryFn: calling('listDownloadLinks', (folderId) => ({ params: { id: folderId } })),
      providesTags: ['DownloadLinks'],
    }),
  }),
})

export const { useDownloadLinksQuery } = linksApi
