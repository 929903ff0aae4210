import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropAllKeys } from '../../../../src/session/unlockedKey.ts'
import { signTitle } from '../../../../src/features/folderForm/signTitle.ts'
import { store } from '../../../../src/store/store.ts'
import '../../../../src/store/serverData.ts'
import { trustOf } from '../../../../src/trust/trustService.ts'
import { ModelServer, newestStatement } from '../../trust/modelServer.ts'
import { newPair, type UnlockedPair, useSmallFolderKeys } from '../../../core/trust/people.ts'
import { listedFolder, signIn, unlockedKeyOf } from '../../trust/signedIn.ts'

let server: ModelServer
let ben: UnlockedPair

beforeEach(async () => {
  ben = await newPair()
  useSmallFolderKeys()
  server = new ModelServer()
  server.keys.add(ben.spkiB64)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

/** Two folders of Ben's; asked for the first, the server shows what `shown` says. */
async function createTwoFolders(shown: () => object) {
  const me = { id: 2, name: 'ben' }
  signIn(server, me, (call) => (call === 'GET /api/folders/1' ? shown() : undefined))
  const trust = store.dispatch(trustOf(unlockedKeyOf(ben)))
  for (const title of ['Payroll', 'Applications'])
    await trust.createFolder(title, (first) => Promise.resolve(server.create(first)))
  return listedFolder(server, 2, 1)
}

const sign = (shown: ReturnType<typeof listedFolder>, title: string) =>
  store.dispatch(signTitle(shown, title, () => Promise.resolve(unlockedKeyOf(ben))))

it('signs the title of the folder that the form shows', async () => {
  const folder = await createTwoFolders(() => listedFolder(server, 2, 1))
  expect(await sign(folder, 'Salaries')).toBe(true)
  expect([1, 2].map((id) => newestStatement(server.folder(id)).title)).toEqual(['Salaries', 'Applications'])
})

it.each(['Applications', 'Payroll', 'Salaries'])(
  'signs nothing where the server gives another folder under its number, as “%s”',
  async (title) => {
    const folder = await createTwoFolders(() => ({ ...listedFolder(server, 2, 2), id: 1, title }))
    for (const typed of ['Salaries', 'Payroll'])
      await expect(sign(folder, typed)).rejects.toMatchObject({ fault: { code: 'folder-moved' } })
    expect(newestStatement(server.folder(2)).title).toBe('Applications')
  },
)

it('signs nothing over a title that somebody has changed since the form was opened', async () => {
  const folder = await createTwoFolders(() => ({ ...listedFolder(server, 2, 1), title: 'Renamed' }))
  await expect(sign(folder, 'Salaries')).rejects.toMatchObject({ fault: { code: 'folder-moved' } })
  expect(newestStatement(server.folder(1)).title).toBe('Payroll')
})
