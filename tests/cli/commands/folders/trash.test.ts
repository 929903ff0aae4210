import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { jsonReporter } from '../../../../cli/reporters/jsonReporter.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { password } from '../../../server/testServer.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { eventsOf } from '../../testContext.ts'
import { contentByPath, failureByFile, fetchFiles, messagesOfKind } from '../pull/setUpPull.ts'
import { contentByLink, createdLink, setUpShare } from '../share/setUpShare.ts'
import { hashOf } from '../setUpSend.ts'
import { printedText } from './printedText.ts'
import { setUpHiddenNames } from './setUpHiddenNames.ts'

const files = [
  { name: 'a.txt', content: 'first' },
  { name: 'b.txt', path: 'x', content: 'second' },
  { name: 'c.txt', content: 'third' },
]
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\dZ`

async function setUpTrash(trashDays = 7) {
  const setup = await setUpShare({ services: { trashDays } })
  const { runWithToken, folderAddress } = setup
  const ids = await setup.send(files)
  const filesOf = async (command: 'ls' | 'trash') =>
    eventsOf(await runWithToken([command, folderAddress]), 'listed')
  return {
    ...setup,
    ids,
    rm: (...names: string[]) => runWithToken(['rm', '--yes', folderAddress, ...names]),
    restore: (...names: string[]) => runWithToken(['restore', folderAddress, ...names]),
    /** On a machine that remembers nothing. */
    restoreElsewhere: async (...names: string[]) => {
      const env = { XDG_STATE_HOME: join(await scratchFolder(), 'state') }
      return runWithToken(['restore', folderAddress, ...names], { env })
    },
    withKey: async () => ['--with-key', '--password-file', await setup.writeLocalFile('.password', password)],
    listed: () => filesOf('ls'),
    trashed: () => filesOf('trash'),
  }
}

const namesOf = (listed: readonly { file: string | null }[]) => listed.map(({ file }) => file).sort()

describe('files of a folder with a trash', () => {
  it('are moved there by rm, listed by trash, and as before after restore', async () => {
    const { runWithToken, folderAddress, restore, listed, trashed } = await setUpTrash()
    const before = await listed()
    const no = await runWithToken(['rm', folderAddress, '*.txt'], { answers: ['n'] })
    expect([no.code, no.context.questions]).toEqual([
      3,
      [
        expect.stringMatching(
          `^Move 3 files to the trash \\(a.txt, x/b.txt, c.txt\\)\\? They can be restored until ${time}\\. \\[y/N\\]$`,
        ),
      ],
    ])
    const yes = await runWithToken(['rm', folderAddress, 'a.txt', 'x/*'], { answers: ['y'] })
    expect([yes.code, namesOf(eventsOf(yes, 'done'))]).toEqual([0, ['a.txt', 'x/b.txt']])
    expect(messagesOfKind(yes.events, 'note')).toEqual([
      expect.stringMatching(`^2 files in the trash until ${time}\\.$`),
    ])
    expect(namesOf(await listed())).toEqual(['c.txt'])

    const inTrash = await trashed()
    const [first] = inTrash
    expect(inTrash).toMatchObject(before.slice(0, 2))
    const days = (Date.parse(first?.restorable_until ?? '') - Date.parse(first?.deleted ?? '')) / 86_400_000
    expect(days).toBe(7)
    expect(printedText(inTrash)).toMatch(
      new RegExp(`^ +5 {2}a\\.txt, deleted ${time}, can be restored until ${time}\n`),
    )

    const restored = await restore('a.txt', '--id', String(inTrash[1]?.id))
    expect([restored.code, namesOf(eventsOf(restored, 'done'))]).toEqual([0, ['a.txt', 'x/b.txt']])
    expect(messagesOfKind(restored.events, 'note')).toEqual(['2 files restored.'])
    expect(await listed()).toEqual(before)
    expect(await trashed()).toEqual([])
  })

  it('are erased at once by rm --now', async () => {
    const { runWithToken, folderAddress, listed, trashed } = await setUpTrash()
    const { code, context, events } = await runWithToken(['rm', '--now', folderAddress, 'a.txt'], {
      answers: ['y'],
    })
    expect([code, context.questions]).toEqual([0, ['Delete 1 file for good (a.txt)? [y/N]']])
    expect(messagesOfKind(events, 'note')).toEqual(['1 file deleted.'])
    expect([await trashed(), namesOf(await listed())]).toEqual([[], ['c.txt', 'x/b.txt']])
  })

  it('have hash and times in JSON', async () => {
    const { rm, trashed, ids } = await setUpTrash()
    await rm('a.txt')
    const lines: string[] = []
    for (const event of await trashed()) jsonReporter((line) => lines.push(line)).emit(event)
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...{ event: 'listed', file: 'a.txt', id: ids[0], bytes: 5, total: null, sha256: hashOf('first') },
        ...{ uploaded: iso, deleted: iso, restorable_until: iso },
      },
    ])
  })

  it('are not restored if a name is missing, or several have it', async () => {
    const { send, rm, restore, trashed } = await setUpTrash()
    await rm('a.txt')
    await send([{ name: 'a.txt', content: 'again' }])
    await rm('a.txt', 'c.txt')
    expect(await restore('c.txt', 'x/b.txt')).toMatchObject({
      code: 1,
      message: 'No deleted file of this folder has the name x/b.txt.',
    })
    expect(await restore('a.txt')).toMatchObject({
      code: 1,
      message: expect.stringContaining('Several deleted files have the name a.txt') as string,
    })
    expect(await restore('--id', '999')).toMatchObject({ code: 1 })
    expect(await trashed()).toHaveLength(3)
  })

  it('that the server does not restore have failed', async () => {
    const { rm, restore, proxy, ids } = await setUpTrash()
    await rm('*')
    proxy.alterAnswer = (call) =>
      call.endsWith('/files/restore')
        ? { errors: [{ file_id: ids[0], error: 'File not found.' }] }
        : undefined
    const { code, events } = await restore('*')
    expect([code, failureByFile(events)]).toEqual([2, { 'a.txt': 'File not found.' }])
    expect(messagesOfKind(events, 'note')).toEqual(['2 files restored.'])
  })

  it('need the right to delete to be restored', async () => {
    const { rm, runWithToken, folderAddress, owner } = await setUpTrash()
    await rm('a.txt')
    const { token } = await newTokenClient(owner.browser, ['files:read'])
    const env = { SEALPOST_TOKEN: token }
    expect(await runWithToken(['trash', folderAddress], { env })).toMatchObject({ code: 0 })
    expect(await runWithToken(['restore', folderAddress, 'a.txt'], { env })).toMatchObject({
      code: 3,
      message: expect.stringContaining('restore needs the scopes files:read and files:delete') as string,
    })
  })
})

describe('deleted files with hidden names', () => {
  it('are listed and restored by their names with the key, and by number without it', async () => {
    const { withKey, rmWithKey, runWithToken, folderAddress, rows } = await setUpHiddenNames({ trashDays: 7 })
    const before = await rows()
    await rmWithKey('Kündigung.txt', 'sub/*')
    const hiddenOnes = eventsOf(await runWithToken(['trash', folderAddress]), 'listed')
    expect(namesOf(hiddenOnes)).toEqual([null, null])
    const opened = await runWithToken(['trash', ...withKey, folderAddress])
    expect(opened.events.map(({ event }) => event)).toEqual(['listed', 'listed'])
    expect(namesOf(eventsOf(opened, 'listed'))).toEqual(['Kündigung.txt', 'sub/Brief.txt'])

    const restore = (...line: string[]) => runWithToken(['restore', folderAddress, ...line])
    expect(await restore('Kündigung.txt')).toMatchObject({
      code: 1,
      message: expect.stringContaining('Open your key with --with-key') as string,
    })
    const byName = await restore(...withKey, 'Kündigung.txt')
    expect([byName.code, namesOf(eventsOf(byName, 'done'))]).toEqual([0, ['Kündigung.txt']])
    expect((await restore('*')).code).toBe(0)
    expect(await rows()).toEqual(before)
  })
})

describe('restored files', () => {
  it('are taken by pull and share of this machine', async () => {
    const { rm, restore, share, run, folderAddress, dir } = await setUpTrash()
    expect((await share(folderAddress, '*')).code).toBe(0)
    await rm('*')
    expect((await restore('*')).code).toBe(0)
    const pulled = await run()
    expect([pulled.code, Object.keys(await contentByPath(dir))]).toEqual([0, ['a.txt', 'c.txt', 'x/b.txt']])
    expect(messagesOfKind(pulled.events, 'note').join()).not.toContain('not listed any more')
    const { link } = createdLink(await share(folderAddress, '*'))
    expect(Object.keys(await contentByLink(link))).toHaveLength(3)
  })

  it('are recognized by their keys, also under another number', async () => {
    const { rm, restore, run, share, folderAddress, server, withKey, ids } = await setUpTrash()
    expect((await run()).code).toBe(0)
    await rm('a.txt', 'c.txt')
    for (const id of [ids[0] ?? 0, ids[2] ?? 0])
      await server.services.db
        .updateTable('file')
        .set({ id: id + 1000 })
        .where('id', '=', id)
        .execute()
    expect((await restore('c.txt')).code).toBe(0)
    expect(await share(folderAddress, '*')).toMatchObject({
      code: 3,
      message: expect.stringContaining('c.txt (number 1') as string,
    })
    expect((await restore(...(await withKey()), 'a.txt')).code).toBe(0)
    expect((await share(folderAddress, 'a.txt')).code).toBe(0)
  })

  it('that another machine restored are taken with a note', async () => {
    const { rm, restoreElsewhere, share, run, folderAddress } = await setUpTrash()
    expect((await share(folderAddress, '*')).code).toBe(0)
    await rm('a.txt')
    expect((await restoreElsewhere('a.txt')).code).toBe(0)
    const { code, events } = await run()
    expect(code).toBe(0)
    expect(messagesOfKind(events, 'note')).toContain('1 file restored from the trash.')
    const shared = await share(folderAddress, '*')
    expect([shared.code, messagesOfKind(shared.events, 'note').join()]).toEqual([
      0,
      expect.not.stringContaining('restored from the trash') as string,
    ])
  })

  it.each(['pull', 'share', 'rm'] as const)(
    'that another machine deleted and restored are said to be in the trash by %s, and taken',
    async (command) => {
      const { share, run, runWithToken, folderAddress, owner, ids } = await setUpTrash()
      expect((await share(folderAddress, '*')).code).toBe(0)
      await owner.browser.post('/api/folders/files/delete', { file_ids: ids.slice(0, 1) })
      const runs = {
        pull: () => run(),
        share: () => share(folderAddress, 'c.txt'),
        rm: () => runWithToken(['rm', '--yes', folderAddress, 'c.txt']),
      }
      const notes = messagesOfKind((await runs[command]()).events, 'note')
      expect(notes).toContain('1 file seen before is in the trash.')
      expect(notes.join()).not.toContain('not listed any more')
      await owner.browser.post('/api/folders/files/restore', { file_ids: ids.slice(0, 1) })
      const shared = await share(folderAddress, '*')
      expect([shared.code, messagesOfKind(shared.events, 'note')]).toEqual([
        0,
        expect.arrayContaining(['1 file restored from the trash.']),
      ])
    },
  )

  it('that this machine has pulled already are missed if they are withheld then', async () => {
    const { run, owner, ids } = await setUpTrash()
    const notes = async () => messagesOfKind((await run()).events, 'note').join()
    const byOtherMachine = (change: 'delete' | 'restore' | 'delete?now=1') =>
      owner.browser.post(`/api/folders/files/${change}`, { file_ids: ids.slice(0, 1) })
    await notes()
    await byOtherMachine('delete')
    expect(await notes()).toContain('1 file seen before is in the trash.')
    await byOtherMachine('restore')
    await notes()
    await byOtherMachine('delete?now=1')
    expect(await notes()).toContain('1 file seen before is not listed any more.')
  })

  it('that were deleted for good meanwhile, or are another file, are not taken', async () => {
    const { send, share, folderAddress, owner, ids, server, rm } = await setUpTrash()
    const [first = 0] = ids
    const { db } = server.services
    const row = (id: number) =>
      db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect((await share(folderAddress, '*')).code).toBe(0)
    await rm('a.txt')
    const kept = { ...(await row(first)), trashed_at: null, listed_key: 'a.txt' }
    await owner.browser.post('/api/folders/files/delete?now=1', { file_ids: [first] })
    const refusal = {
      code: 3,
      message: expect.stringContaining(`a.txt (number ${first})`) as string,
    }
    const [other = 0] = await send([{ name: 'a.txt', content: 'other' }])
    await db.updateTable('file').set({ id: first }).where('id', '=', other).execute()
    expect(await share(folderAddress, 'a.txt')).toMatchObject(refusal)
    expect((await share('--accept-returned', folderAddress, 'a.txt')).code).toBe(0)
    expect((await share(folderAddress, 'a.txt')).code).toBe(0)
    await db.deleteFrom('file').where('id', '=', first).execute()
    await db.insertInto('file').values(kept).execute()
    expect(await share(folderAddress, 'a.txt')).toMatchObject(refusal)
  })

  it('are asked about where the server says nothing of its trash, as those of an older one', async () => {
    const { share, run, folderAddress, owner, ids, proxy } = await setUpTrash()
    expect((await share(folderAddress, '*')).code).toBe(0)
    proxy.alterAnswer = (call, answer) => {
      if (!call.endsWith(folderAddress.slice(folderAddress.lastIndexOf('/')))) return undefined
      const { trash: _, ...older } = answer as Folder
      return older
    }
    await owner.browser.post('/api/folders/files/delete', { file_ids: ids.slice(0, 1) })
    const notes = messagesOfKind((await run()).events, 'note').join()
    expect(notes).toContain('1 file seen before is not listed any more.')
    await owner.browser.post('/api/folders/files/restore', { file_ids: ids.slice(0, 1) })
    expect(await share(folderAddress, '*')).toMatchObject({ code: 3 })
  })

  it('are counted where the server withholds them as if they were in the trash, and no other passes for them', async () => {
    const { share, run, folder, folderAddress, owner, server, ids, proxy } = await setUpTrash()
    const [first = 0] = ids
    expect((await run()).code).toBe(0)
    const [withheld] = await fetchFiles(owner, folder.id)
    const times = { deleted_at: withheld?.upload_time, erased_at: withheld?.upload_time }
    proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files')
        ? (answer as FileRecord[]).filter(({ id }) => id !== first)
        : call.includes('/trash?')
          ? [{ ...withheld, ...times }]
          : undefined
    const shared = await share(folderAddress, 'c.txt')
    expect(messagesOfKind(shared.events, 'note')).toContain('1 file seen before is in the trash.')
    proxy.alterAnswer = () => undefined
    await server.services.db
      .updateTable('file')
      .set({ id: first + 1000 })
      .where('id', '=', first)
      .execute()
    expect(await share(folderAddress, '*')).toMatchObject({ code: 3 })
  })

  it('do not count as seen in the folder while they are in the trash', async () => {
    const { rm, run, runWithToken, folderAddress, withKey, restoreElsewhere } = await setUpTrash()
    await rm('a.txt')
    const opened = await runWithToken(['trash', ...(await withKey()), folderAddress])
    expect(namesOf(eventsOf(opened, 'listed'))).toEqual(['a.txt'])
    const pulled = await run()
    expect(messagesOfKind(pulled.events, 'note').join()).not.toContain('not listed any more')
    await restoreElsewhere('a.txt')
    expect((await run()).code).toBe(0)
  })
})

describe('a deleted folder', () => {
  it('is listed by trash, and as before after restore', async () => {
    const { runWithToken, restore, proxy, owner, folder, folderAddress, listed } = await setUpTrash()
    const before = await listed()
    expect(await restore()).toMatchObject({
      code: 1,
      message: expect.stringContaining('To restore files of it, name them') as string,
    })
    await owner.browser.delete(`/api/folders/${folder.id}`)
    expect(await runWithToken(['ls', folderAddress])).toMatchObject({ code: 3 })
    const { code, events } = await runWithToken(['trash', proxy.origin])
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
    expect([code, events]).toEqual([
      0,
      [
        {
          ...{ event: 'folder', id: folder.id, title: 'Tax', address: folderAddress, files: 3, bytes: 16 },
          ...{ deleted: iso, restorable_until: iso },
        },
      ],
    ])
    expect(printedText(events)).toMatch(
      new RegExp(`${folderAddress}  Tax, deleted ${time}, can be restored until ${time}\n$`),
    )
    const restored = await restore()
    expect([restored.code, restored.events]).toEqual([0, [{ event: 'restored', address: folderAddress }]])
    expect(await listed()).toEqual(before)
    expect((await runWithToken(['trash', proxy.origin])).events).toEqual([])
  })
})

describe('without a trash', () => {
  it('files are erased as by rm --now, and the other commands say why they do nothing', async () => {
    const { rm, restore, runWithToken, folderAddress, listed } = await setUpTrash(0)
    expect(messagesOfKind((await rm('a.txt')).events, 'note')).toEqual(['1 file deleted.'])
    expect(namesOf(await listed())).toEqual(['c.txt', 'x/b.txt'])
    for (const refused of [await runWithToken(['trash', folderAddress]), await restore('a.txt')])
      expect(refused).toMatchObject({
        code: 3,
        message: expect.stringMatching(/^This folder has no trash: /) as string,
      })
  })

  it('an older server is said to be older', async () => {
    const { restore, runWithToken, proxy } = await setUpTrash()
    // It has no such address, and takes the last part for the number of a folder.
    proxy.reroute = (path) => path.replace('/folders/trash', '/folders/other')
    for (const refused of [await runWithToken(['trash', proxy.origin]), await restore()])
      expect(refused).toMatchObject({
        code: 3,
        message: 'This server has no trash: it is older than this program.',
      })
  })
})

it('trash and restore are refused for another address, and trash for names', async () => {
  const { runWithToken, folderAddress, proxy } = await setUpTrash()
  for (const line of [
    ['trash', 'here'],
    ['trash', folderAddress, 'a.txt'],
    ['trash', '--with-key', proxy.origin],
    ['restore', proxy.origin],
  ])
    expect(await runWithToken(line)).toMatchObject({ code: 1 })
})
