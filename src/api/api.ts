import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react'
import type { CallName } from '../../contract/addresses.ts'
import { callApi, type CallOptions } from './client.ts'
import { type ApiFailure, toFailure } from './errorCatalogue.ts'

/** A call of the contract with what it needs; made by `request`, which checks the types. */
export interface ApiRequest {
  call: CallName
  options: object
}

export function request<const N extends CallName>(call: N, options: CallOptions<N>): ApiRequest {
  return { call, options }
}

/** `request` has checked the types. */
const callAny = callApi as (call: CallName, options: object) => Promise<unknown>

const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure> = async ({ call, options }, { signal }) => {
  try {
    // RTK Query takes undefined for a missing answer; an empty one is null.
    const answer = await callAny(call, { ...options, signal })
    return { data: answer ?? null }
  } catch (error) {
    return { error: toFailure(error) }
  }
}

/** The server's data in the store. Endpoints are added by the files beside this one. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // What could not be had is asked for again by itself.
  refetchOnReconnect: true,
  tagTypes: ['Folder', 'Files', 'DownloadLinks', 'KeyStatus'],
  endpoints: () => ({}),
})
