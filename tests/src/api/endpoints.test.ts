import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, expect, expectTypeOf, it, vi } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { api } from '../../../src/api/api.ts'
import type { FolderSort } from '../../../src/api/defaultSort.ts'
import { foldersApi } from '../../../src/api/foldersApi.ts'

const fetchMock = vi.fn<typeof fetch>()
const newStore = () =>
  configureStore({ reducer: { api: api.reducer }, middleware: (usual) => usual().concat(api.middleware) })

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock.mockReset())
  vi.stubGlobal('document', { cookie: '' })
  // Relative addresses need none in a browser.
  vi.stubGlobal('location', new URL('https://a.example/'))
})
afterEach(() => vi.unstubAllGlobals())

it('take and answer what the contract says', () => {
  type Endpoints = typeof foldersApi.endpoints
  expectTypeOf<Endpoints['folder']['Types']['ResultType']>().toEqualTypeOf<Folder>()
  expectTypeOf<Endpoints['folder']['Types']['QueryArg']>().toEqualTypeOf<number>()
  expectTypeOf<Endpoints['folders']['Types']['QueryArg']>().toEqualTypeOf<FolderSort>()
  expectTypeOf<Endpoints['deleteFolder']['Types']['ResultType']>().toEqualTypeOf<null>()
})

it('keep the fault of a call that failed, and no sentence', async () => {
  fetchMock.mockResolvedValue(
    new Response(JSON.stringify({ detail: 'Fort.', code: 'folderNotFound' }), { status: 404 }),
  )
  const { error } = await newStore().dispatch(foldersApi.endpoints.folder.initiate(7))
  expect(error).toEqual({ code: 'folderNotFound', status: 404, said: 'Fort.' })
})

it('refuse another folder than was asked for', async () => {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ id: 8, title: 'B' })))
  const { data, error } = await newStore().dispatch(foldersApi.endpoints.folder.initiate(7))
  expect([data, error]).toEqual([undefined, { code: 'folder-moved', status: null }])
})

it('keep the answer, null where it has no body', async () => {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ id: 7, title: 'A' })))
  const store = newStore()
  const { data } = await store.dispatch(foldersApi.endpoints.folder.initiate(7))
  expect(data).toEqual({ id: 7, title: 'A' })
  fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await store.dispatch(foldersApi.endpoints.deleteFolder.initiate({ id: 7 }))).toEqual({ data: null })
  expect(fetchMock.mock.calls.slice(0, 2).map(([url, init]) => [url, init?.method])).toEqual([
    ['/api/folders/7', 'GET'],
    ['/api/folders/7', 'DELETE'],
  ])
})
