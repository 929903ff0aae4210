import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropAllKeys } from '../../../../src/session/unlockedKey.ts'
import { signTitle } from '../../../../src/features/folderForm/signTitle.ts'
import { store } from '../../../../src/store/store.ts'
import '../../../../src/store/serverData.ts'
import { trustOf } from '../../../../src/trust/trustService.ts'
import { ModelServer, newestIn } from '../../trust/modelServer.ts'
import { newPair, type Pair, withSmallFolderKeys } from '../../../core/trust/people.ts'
import { listedFor, signIn, unlocked } from '../../trust/signedIn.ts'

let server: ModelServer
let ben: Pair

beforeEach(async () => {
  ben = await newPair()
  withSmallFolderKeys()
  server = new ModelServer()
  server.keys.add(ben.spkiB64)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

/** Two folders of Ben's; asked for the first, the server shows what `shown` says. */
async function twoFolders(shown: () => object) {
  const me = { id: 2, name: 'ben' }
  signIn(server, me, (call) => (call === 'GET /api/folders/1' ? shown() : undefined))
  const trust = store.dispatch(trustOf(unlocked(ben)))
  for (const title of ['Payroll', 'Applications'])
    await trust.createFolder(title, (first) => Promise.resolve(server.create(first)))
  return listedFor(server, 2, 1)
}

const signing = (shown: ReturnType<typeof listedFor>, title: string) =>
  store.dispatch(signTitle(shown, title, () => Promise.resolve(unlocked(ben))))

it('signs the title of the folder that the form shows', async () => {
  const folder = await twoFolders(() => listedFor(server, 2, 1))
  expect(await signing(folder, 'Salaries')).toBe(true)
  expect([1, 2].map((id) => newestIn(server.folder(id)).title)).toEqual(['Salaries', 'Applications'])
})

it.each(['Applications', 'Payroll', 'Salaries'])(
  'signs nothing where the server gives another folder under its number, as “%s”',
  async (title) => {
    const folder = await twoFolders(() => ({ ...listedFor(server, 2, 2), id: 1, title }))
    for (const typed of ['Salaries', 'Payroll'])
      await expect(signing(folder, typed)).rejects.toMatchObject({ fault: { code: 'folder-moved' } })
    expect(newestIn(server.folder(2)).title).toBe('Applications')
  },
)

it('signs nothing over a title that somebody has changed since the form was opened', async () => {
  const folder = await twoFolders(() => ({ ...listedFor(server, 2, 1), title: 'Renamed' }))
  await expect(signing(folder, 'Salaries')).rejects.toMatchObject({ fault: { code: 'folder-moved' } })
  expect(newestIn(server.folder(1)).title).toBe('Payroll')
})
