import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

export const serverApi = api.injectEndpoints({
  endpoints: (build) => ({
    serverInfo: build.query<Answer<'getServerInfo'>, undefined>({
      queryFn: calling('getServerInfo', () => ({})),
    }),
    look: build.query<Answer<'getLook'>, undefined>({ queryFn: calling('getLook', () => ({})) }),
    /** Refetched together with the list of folders. */
    ownSpace: build.query<Answer<'getOwnSpace'>, undefined>({
      queryFn: calling('getOwnSpace', () => ({})),
      providesTags: [{ type: 'Folder', id: 'LIST' }],
    }),
  }),
})

export const { useServerInfoQuery, useLookQuery, useOwnSpaceQuery } = serverApi
