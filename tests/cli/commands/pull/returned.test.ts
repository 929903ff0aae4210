import { describe, expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import { setUpShare } from '../share/setUpShare.ts'
import {
  contentByPath,
  failureByFile,
  messagesOfKind,
  moveFiles,
  sendToOtherFolder,
  setUpPull,
  type PullSetup,
} from './setUpPull.ts'

/** The server takes files out of its list, and shows them again under other numbers. */
const moveIds = async ({ server }: PullSetup, ids: readonly number[]) => {
  const { db } = server.services
  for (const id of ids)
    await db
      .updateTable('file')
      .set({ id: id + 1000 })
      .where('id', '=', id)
      .execute()
}

describe('a file that was deleted and is back', () => {
  it('under another number is not saved, until that is accepted', async () => {
    const setup = await setUpPull()
    const [id = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
    expect((await setup.run()).code).toBe(0)
    await setup.send([{ name: 'b.txt', content: 'second' }])
    await moveIds(setup, [id])
    const { code, events } = await setup.run()
    expect([code, failureByFile(events)]).toEqual([
      2,
      { 'a.txt': expect.stringContaining('--accept-returned') as string },
    ])
    expect(messagesOfKind(events, 'note').join()).toContain('1 file seen before is not listed any more')
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first', 'b.txt': 'second' })
    expect((await setup.run()).code).toBe(2)
    expect((await setup.run('--accept-returned')).code).toBe(0)
    expect(Object.keys(await contentByPath(setup.dir))).toHaveLength(3)
    expect((await setup.run()).code).toBe(0)
  })

  it('and of which only share saw that it was missing is not passed on', async () => {
    const setup = await setUpShare()
    const [id = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
    await setup.send([{ name: 'b.txt', content: 'second' }])
    expect((await setup.share(setup.folderAddress, '*')).code).toBe(0)
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files') ? (answer as { id: number }[]).filter((one) => one.id !== id) : undefined
    const without = await setup.share(setup.folderAddress, '*')
    expect(messagesOfKind(without.events, 'note').join()).toContain(
      '1 file seen before is not listed any more',
    )
    setup.proxy.alterAnswer = () => undefined
    expect(await setup.share(setup.folderAddress, '*')).toMatchObject({
      code: 3,
      message: expect.stringContaining(`a.txt (number ${id})`) as string,
    })
  })

  it('is not passed on either', async () => {
    const setup = await setUpShare()
    const [id = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
    await setup.run()
    await setup.send([{ name: 'b.txt', content: 'second' }])
    await moveIds(setup, [id])
    await setup.run()
    const refused = await setup.share(setup.folderAddress, 'a.txt')
    expect([refused.code, refused.message]).toEqual([
      3,
      expect.stringContaining(`a.txt (number ${id + 1000})`) as string,
    ])
    expect(await setup.listLinks()).toEqual([])
    expect((await setup.share('--accept-returned', setup.folderAddress, 'a.txt')).code).toBe(0)
  })
})

it('a file that rm has deleted, without the key, is not passed on when it is back', async () => {
  const setup = await setUpShare()
  const { server, folderAddress, share, runWithToken } = setup
  const [id = 0] = await setup.send([
    { name: 'a.txt', content: 'first' },
    { name: 'b.txt', content: 'second' },
  ])
  expect((await share(folderAddress, '*')).code).toBe(0)
  // The server only says that it has deleted it.
  const { db } = server.services
  const kept = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect((await runWithToken(['rm', '--yes', folderAddress, 'a.txt'])).code).toBe(0)
  await db.insertInto('file').values(kept).execute()
  const refused = await share(folderAddress, '*')
  expect([refused.code, refused.message]).toEqual([
    3,
    expect.stringContaining(`a.txt (number ${id})`) as string,
  ])
  expect((await share(folderAddress, 'b.txt')).code).toBe(0)
})

it('a file that rm has deleted under another number is not passed on under its own', async () => {
  const setup = await setUpShare()
  const { server, folderAddress, share, runWithToken } = setup
  const [id = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
  expect((await setup.run()).code).toBe(0)
  await moveIds(setup, [id])
  // The server only says that it has deleted it.
  const files = server.services.db
  const kept = await files.selectFrom('file').selectAll().executeTakeFirstOrThrow()
  const removed = await runWithToken(['rm', '--yes', folderAddress, 'a.txt'])
  expect([removed.code, messagesOfKind(removed.events, 'note')]).toEqual([
    0,
    ['1 file seen before is not listed any more.', '1 file deleted.'],
  ])
  await files
    .insertInto('file')
    .values({ ...kept, id })
    .execute()
  expect(await share(folderAddress, '*')).toMatchObject({
    code: 3,
    message: expect.stringContaining(`a.txt (number ${id})`) as string,
  })
})

it('rm says what it deletes without having seen it, though the server gives its number to another file', async () => {
  const setup = await setUpShare()
  const [id = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
  expect((await setup.run()).code).toBe(0)
  const [other = 0] = await setup.send([{ name: 'b.txt', content: 'second' }])
  const swap = ({ original_filename: name, ...rest }: FileRecord) => ({
    ...{ ...rest, original_filename: name },
    id: name === 'a.txt' ? other : id,
  })
  setup.proxy.alterAnswer = (call, answer) =>
    call.includes('/files') && Array.isArray(answer) ? (answer as FileRecord[]).map(swap) : undefined
  const removed = await setup.runWithToken(['rm', '--yes', setup.folderAddress, 'a.txt'])
  expect([removed.code, messagesOfKind(removed.events, 'note')]).toEqual([
    0,
    [
      '1 file deleted.',
      '1 of them was never opened on this machine. It would not be noticed if the server showed it again.',
    ],
  ])
})

it('a file that was seen in another folder is known by its key, also without a manifest', async () => {
  const setup = await setUpShare()
  const { ids, other } = await sendToOtherFolder(setup, [
    { name: 'secret.txt', content: 'x', isUnsaid: true },
  ])
  const otherAddress = setup.folderAddress.replace(/\d+$/, String(other.id))
  expect((await setup.share(otherAddress, '*')).code).toBe(0)
  await moveFiles(setup.server, ids, setup.folder)
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys')
      ? (answer as FileKeys[]).map((one) => ({ ...one, manifest: null }))
      : undefined
  const { code, events } = await setup.run()
  expect([code, Object.values(failureByFile(events))]).toEqual([
    2,
    [expect.stringContaining(`but to folder ${other.id}`)],
  ])
  expect((await setup.share(setup.folderAddress, '--without-manifest', '*')).code).toBe(3)
  expect(await contentByPath(setup.dir)).toEqual({})
})

it('a file that is missing in its folder and shown in another is accepted there by no option', async () => {
  const setup = await setUpShare()
  const { ids, other } = await sendToOtherFolder(setup, [
    { name: 'moved.txt', content: 'x', isUnsaid: true },
    { name: 'stays.txt', content: 'y', isUnsaid: true },
  ])
  const otherAddress = setup.folderAddress.replace(/\d+$/, String(other.id))
  expect((await setup.share(otherAddress, '*')).code).toBe(0)
  await moveFiles(setup.server, ids.slice(0, 1), setup.folder)
  const without = await setup.share(otherAddress, '*')
  expect(messagesOfKind(without.events, 'note').join()).toContain('1 file seen before is not listed any more')
  const refused = await setup.share(setup.folderAddress, '--accept-returned', '*')
  expect([refused.code, refused.message]).toEqual([
    3,
    expect.stringContaining('not sent to this folder') as string,
  ])
})
