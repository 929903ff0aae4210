import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runAdminInProcess } from './adminInProcess.ts'
import {
  changeFolder,
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  sendChange,
} from './people.ts'
import { scratchFolder } from './scratchFolder.ts'
import { startTestServer } from './testServer.ts'

beforeEach(reusePairs)

it('the last owner of folders of several people is disabled only by force, and told which they are', async () => {
  const root = await scratchFolder()
  const server = await startTestServer({ dataDir: join(root, 'data') })
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  await anna.browser.createFolder({ title: 'Of one person' })
  await addPeople(await createSharedFolder(bert, 'Of Bert'), bert, [anna], 'member')
  const both = await addPeople(await createSharedFolder(anna, 'Of both'), anna, [bert], 'owner')
  const alone = await addPeople(await createSharedFolder(anna, 'Müller\u001b[2J'), anna, [bert])

  const refused = await runAdminInProcess(root, 'disable', 'anna')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err.split('\n').slice(0, 2)).toEqual([
    'anna is the last owner of folders of several people:',
    '  "Müller‹U+001B›[2J"',
  ])
  expect(refused.err).not.toMatch(/Of one|Of both|Of Bert/)
  expect(refused.err).toContain('--force')
  expect((await anna.browser.get('/api/folders/')).json()).toHaveLength(4)

  // Another owner who cannot sign in does not count.
  expect((await runAdminInProcess(root, 'disable', 'bert', '--force')).code).toBe(0)
  expect((await runAdminInProcess(root, 'disable', 'anna')).err).toContain('\n  "Of both"\n')
  const left = nextChange(both, anna, { members: [memberOf(bert, 'owner')], key: newKeyPair() })
  for (const reply of [
    await sendChange(anna.browser, both.folder.id, left),
    await anna.browser.put(`/api/folders/${both.folder.id}/leaving`),
  ])
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'lastOwner' }])
  expect((await runAdminInProcess(root, 'enable', 'bert')).code).toBe(0)

  // What the sentence says helps.
  await changeFolder(alone, anna, { members: [memberOf(anna, 'owner'), memberOf(bert, 'owner')] })
  expect(await runAdminInProcess(root, 'disable', 'anna')).toMatchObject({
    code: 0,
    out: 'anna cannot sign in any more.\n',
  })

  const forced = await runAdminInProcess(root, 'disable', 'bert', '--force')
  expect(forced).toMatchObject({ code: 0, err: '' })
  expect(forced.out).toContain('No owner is left who can sign in:\n  "Of Bert"\n')
  expect((await bert.browser.get('/api/folders/')).statusCode).toBe(401)
})
