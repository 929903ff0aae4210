import type { DownloadLink } from '../../contract/downloads.ts'
import { api, request } from './api.ts'

/** Making a link is not here: that call carries a password verifier, and RTK Query keeps arguments in the store. */
export const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    downloadLinks: build.query<DownloadLink[], number>({
      query: (folderId) => request('listDownloadLinks', { params: { id: folderId } }),
      providesTags: ['DownloadLinks'],
    }),
  }),
})

export const { useDownloadLinksQuery } = linksApi
