import { maxDownloadLinks } from '../../contract/limits.ts'
import type { SentLink } from '../../contract/schemas/downloads.ts'
import { api, queryFnOf, toQueryResult } from './api.ts'
import { callApi, type ResponseOf } from './client.ts'
import { folderListTag } from './foldersApi.ts'

/** All pages of the links of all folders. */
async function listAllSentLinks(signal: AbortSignal): Promise<SentLink[]> {
  const links: SentLink[] = []
  for (let after: string | null | undefined; after !== null && links.length < maxDownloadLinks;) {
    const page = await callApi('listSentLinks', { query: { after }, signal })
    links.push(...page.links)
    after = page.links.length > 0 ? page.next : null
  }
  return links
}

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
    sentLinks: build.query<SentLink[], undefined>({
      queryFn: (_, { signal }) => toQueryResult(() => listAllSentLinks(signal)),
      // Deleted and restored folders take their links along.
      providesTags: [folderListTag],
    }),
  }),
})

export const { useSentLinksQuery, useDownloadLinksQuery, useExpiredDownloadLinksQuery } = linksApi
