import { api, calling } from './api.ts'
import type { Answer } from './client.ts'

export const serverApi = api.injectEndpoints({
  endpoints: (build) => ({
    serverInfo: build.query<Answer<'getServerInfo'>, undefined>({
      queryFn: calling('getServerInfo', () => ({})),
    }),
  }),
})

export const { useServerInfoQuery } = serverApi
