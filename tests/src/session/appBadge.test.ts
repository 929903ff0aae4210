import { expect, it, onTestFinished, vi } from 'vitest'
import { userNamed } from './userNamed.ts'

it('the icon counts folders with files that were never downloaded, until logout', async () => {
  const shown: number[] = []
  vi.stubGlobal('navigator', {
    onLine: true,
    setAppBadge: (n: number) => Promise.resolve(void shown.push(n)),
    clearAppBadge: () => Promise.resolve(void shown.push(-1)),
  })
  vi.stubGlobal('document', { cookie: '' })
  const storage = { setItem: () => undefined, getItem: () => null, removeItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  const folders = [true, false, true].map((has_undownloaded_files, id) => ({ id, has_undownloaded_files }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(folders)))
  onTestFinished(() => void vi.unstubAllGlobals())
  const [{ enterSession, logOut }, { foldersApi }, { defaultSort }, { store }] = await Promise.all([
    import('../../../src/session/session.ts'),
    import('../../../src/api/foldersApi.ts'),
    import('../../../src/api/defaultSort.ts'),
    import('../../../src/store/store.ts'),
    import('../../../src/session/loadedListsListener.ts'),
  ])
  enterSession(userNamed('admin'))
  await store.dispatch(foldersApi.endpoints.folders.initiate(defaultSort))
  expect(shown).toEqual([2])
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  await logOut()
  expect(shown).toEqual([2, -1])
})
