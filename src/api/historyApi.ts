import { api, toQueryResult } from './api.ts'
import { callApi, type ResponseOf } from './client.ts'
import { folderListTag } from './foldersApi.ts'

interface HistoryQuery {
  folder?: number
  /** Kinds of events, separated by commas. */
  kind?: string
}

const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Events, newest first; each page ends with the cursor of the next one. */
    history: build.infiniteQuery<ResponseOf<'getAudit'>, HistoryQuery, number | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      queryFn: ({ queryArg, pageParam }, { signal }) =>
        toQueryResult(() => callApi('getAudit', { query: { ...queryArg, before: pageParam }, signal })),
      // What is done here with files and links is in the history at once.
      providesTags: ['DownloadLinks', folderListTag],
    }),
  }),
})

export const { useHistoryInfiniteQuery } = historyApi
