import { api, calling } from './api.ts'
import type { ResponseOf } from './client.ts'

export const serverApi = api.injectEndpoints({
  endpoints: (build) => ({
    serverInfo: build.query<ResponseOf<'getServerInfo'>, undefined>({
      queryFn: calling('getServerInfo', () => ({})),
    }),
    look: build.query<ResponseOf<'getLook'>, undefined>({ queryFn: calling('getLook', () => ({})) }),
    /** Refetched together with the list of folders. */
    ownSpace: build.query<ResponseOf<'getOwnSpace'>, undefined>({
      queryFn: calling('getOwnSpace', () => ({})),
      providesTags: [{ type: 'Folder', id: 'LIST' }],
    }),
  }),
})

export const { useServerInfoQuery, useLookQuery, useOwnSpaceQuery } = serverApi
