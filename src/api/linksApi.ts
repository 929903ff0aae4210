import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

/** Making a link is not here: that call carries a password verifier, and RTK Query keeps arguments in the store. */
export const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    downloadLinks: build.query<Answer<'listDownloadLinks'>, number>({
      queryFn: calling('listDownloadLinks', (folderId) => ({ params: { id: folderId } })),
      providesTags: ['DownloadLinks'],
    }),
  }),
})

export const { useDownloadLinksQuery } = linksApi
