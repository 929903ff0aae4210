import { describe, expect, it } from 'vitest'
import type { FileKeys, Folder } from '../../../../contract/schemas/folders.ts'
import { withDeletedFolder, withOwnFolder } from '../../../../core/trust/ownFolders.ts'
import { eventsOf, messagesOf } from '../../testContext.ts'
import { contentByPath, failureByFile, fetchFiles, moveFiles, sendToOtherFolder } from '../pull/setUpPull.ts'
import { contentByLink, createdLink, setUpShare, type ShareSetup } from './setUpShare.ts'

/** A folder with `a.txt`, and another folder of the same person with `secret.txt`. */
async function setUpTwoFolders() {
  const setup = await setUpShare()
  await setup.send([{ name: 'a.txt', content: 'first' }])
  const { ids, other } = await sendToOtherFolder(setup, [{ name: 'secret.txt', content: 'second' }])
  const id = ids[0] ?? 0
  return { ...setup, other, id, otherAddress: setup.folderAddress.replace(/\d+$/, String(other.id)) }
}

async function expectNoLink(setup: ShareSetup, result: Awaited<ReturnType<ShareSetup['share']>>) {
  expect([result.code, eventsOf(result, 'shared')]).toEqual([3, []])
  expect(await setup.listLinks()).toEqual([])
}

describe('a file of another folder', () => {
  it('that the server moved here is not passed on, and named with its number and its folder', async () => {
    const setup = await setUpTwoFolders()
    await moveFiles(setup.server, [setup.id], setup.folder)
    const result = await setup.share(setup.folderAddress, '*')
    await expectNoLink(setup, result)
    expect(result.message).toContain(`secret.txt (number ${setup.id})`)
    expect(failureByFile(result.events)).toEqual({
      'secret.txt': expect.stringContaining(`but to folder ${setup.other.id}`) as string,
    })
    // Nothing says that it is wanted.
    for (const option of ['--without-manifest', '--accept-unopened'])
      await expectNoLink(setup, await setup.share(setup.folderAddress, '*', option))
    expect(await contentByLink(createdLink(await setup.share(setup.folderAddress, 'a.txt')).link)).toEqual({
      'a.txt': 'first',
    })
  })

  it('is not passed on where the server also exchanges the upload links', async () => {
    const setup = await setUpTwoFolders()
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
    const before = await setup.listLinks()
    await moveFiles(setup.server, [setup.id], setup.folder)
    exchangeLinks(setup, setup.other)
    const result = await setup.share(setup.folderAddress, 'secret.txt')
    expect([result.code, await setup.listLinks()]).toEqual([3, before])
    expect(messagesOf(result.context)).toContain('The upload link of this folder is also that of another one')
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
  })

  it('is not passed on because its proof counts as a copy', async () => {
    const setup = await setUpTwoFolders()
    const originOf = { owner: setup.owner.key.root, folder: String(setup.other.id) }
    await setup.send([{ name: 'proven.txt', content: 'p', originOf, isUnsaid: true }])
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files') ? (answer as object[]).map((one) => ({ ...one, copied: true })) : undefined
    await expectNoLink(setup, await setup.share(setup.folderAddress, 'proven.txt'))
  })

  it('is known by the link that was handed out, also at first sight', async () => {
    const setup = await setUpTwoFolders()
    await moveFiles(setup.server, [setup.id], setup.folder)
    exchangeLinks(setup, setup.other)
    const link = `${setup.proxy.origin}/upload/${setup.folder.link_token}`
    await expectNoLink(setup, await setup.share(setup.folderAddress, '--upload-link', link, '*'))
    createdLink(await setup.share(setup.folderAddress, '--upload-link', link, 'a.txt'))
    // Its own place on the server is remembered from now on.
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
  })
})

/** The server shows the upload links of two folders exchanged. */
function exchangeLinks({ proxy, folder }: ShareSetup, other: Folder): void {
  const tokens = new Map([
    [folder.id, other.link_token],
    [other.id, folder.link_token],
  ])
  const exchanged = (one: Folder): Folder => ({ ...one, link_token: tokens.get(one.id) ?? one.link_token })
  proxy.alterAnswer = (call, answer) => {
    if (/\/folders\/\d+$/.test(call)) return exchanged(answer as Folder)
    return /\/folders\/?(\?.*)?$/.test(call) ? (answer as Folder[]).map(exchanged) : undefined
  }
}

describe('a file that does not say where it was sent', () => {
  it('of an older page is passed on with a note, and not with --bound-only', async () => {
    const setup = await setUpShare()
    const [old = 0] = await setup.send([
      { name: 'old.txt', content: 'first', isUnsaid: true },
      { name: 'new.txt', content: 'second' },
    ])
    const refused = await setup.share(setup.folderAddress, '--bound-only', '*')
    await expectNoLink(setup, refused)
    expect(refused.message).toContain(`old.txt (number ${old})`)
    createdLink(await setup.share(setup.folderAddress, '--bound-only', 'new.txt'))
    const result = await setup.share(setup.folderAddress, '*')
    createdLink(result)
    expect(messagesOf(result.context)).toContain('1 file (old.txt) were sent by an older page')
  })

  it('but has junk of its sender there is refused by name, and keeps no other back that is named', async () => {
    const setup = await setUpShare()
    const [junk = 0, fine = 0] = await setup.send([
      { name: 'junk.txt', content: 'first', sealedTo: 'A'.repeat(43) },
      { name: 'fine.txt', content: 'second' },
    ])
    const refused = await setup.share(setup.folderAddress, '*')
    await expectNoLink(setup, refused)
    expect(refused.message).toContain(`junk.txt (number ${junk})`)
    createdLink(await setup.share(setup.folderAddress, '--id', String(fine)))
    expect(await setup.run()).toMatchObject({ code: 2 })
    expect(await contentByPath(setup.dir)).toEqual({ 'fine.txt': 'second' })
  })

  it('by a secret link is proven, and still not bound', async () => {
    const setup = await setUpShare()
    await setup.owner.trust.contacts.change((contacts) => ({
      ...contacts,
      own: [{ id: setup.folder.id, title: setup.folder.title, secret: true, private: null, to: [] }],
    }))
    const originOf = { owner: setup.owner.key.root, folder: String(setup.folder.id) }
    await setup.send([{ name: 'a.txt', content: 'first', originOf, isUnsaid: true }])
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
    expect((await setup.share(setup.folderAddress, '--bound-only', 'a.txt')).code).toBe(3)
  })

  it('since the server withholds its manifest is refused unless that is accepted', async () => {
    const setup = await setUpShare()
    const [id = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files/keys')
        ? (answer as FileKeys[]).map((one) => ({ ...one, manifest: null }))
        : undefined
    const refused = await setup.share(setup.folderAddress, 'a.txt')
    await expectNoLink(setup, refused)
    expect(refused.message).toContain(`a.txt (number ${id})`)
    createdLink(await setup.share(setup.folderAddress, '--without-manifest', 'a.txt'))
  })
})

describe('a folder whose link cannot be told', () => {
  it('since the contacts are older than this machine has seen gets no link', async () => {
    const setup = await setUpTwoFolders()
    const { owner, proxy, folder } = setup
    await owner.trust.contacts.change(withOwnFolder(folder))
    const older = (await owner.browser.get('/api/contacts')).json<object>()
    await owner.trust.contacts.change(withOwnFolder(setup.other))
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
    const before = await setup.listLinks()
    proxy.alterAnswer = (call) => (call === 'GET /api/contacts' ? older : undefined)
    const result = await setup.share(setup.folderAddress, 'a.txt')
    expect([result.code, await setup.listLinks()]).toEqual([3, before])
    expect(result.message).toContain('not certain')
  })

  it('since contacts say that it was deleted gets no link', async () => {
    const setup = await setUpTwoFolders()
    await setup.owner.trust.contacts.change(withDeletedFolder(setup.folder.id))
    const result = await setup.share(setup.folderAddress, 'a.txt')
    await expectNoLink(setup, result)
    expect(result.message).toContain('not certain')
  })

  it('since the server shows another one takes no files, and still shares what it has', async () => {
    const setup = await setUpTwoFolders()
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
    const token = 'x'.repeat(22)
    setup.proxy.alterAnswer = (call, answer) =>
      /\/folders\/\d+$/.test(call) ? { ...(answer as Folder), link_token: token } : undefined
    const path = await setup.writeLocalFile('b.txt', 'mine')
    const before = setup.proxy.calls.length
    const refused = await setup.share('--into', setup.folderAddress, path)
    expect([refused.code, refused.message]).toEqual([3, expect.stringContaining('Nothing was sent')])
    expect(setup.proxy.calls.slice(before).filter((call) => call.includes('/upload/'))).toEqual([])
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
    const link = `${setup.proxy.origin}/upload/${setup.folder.link_token}`
    createdLink(await setup.share('--upload-link', link, '--into', setup.folderAddress, path))
    expect(
      (await fetchFiles(setup.owner, setup.folder.id)).map((one) => one.original_filename).sort(),
    ).toEqual(['a.txt', 'b.txt'])
  })

  it('since it has the link of a folder that this machine knows gets no link', async () => {
    const setup = await setUpTwoFolders()
    createdLink(await setup.share(setup.folderAddress, 'a.txt'))
    const third = await setup.owner.browser.createFolder({ title: 'New' })
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith(`/folders/${third.id}`)
        ? { ...(answer as Folder), link_token: setup.folder.link_token }
        : undefined
    const path = await setup.writeLocalFile('b.txt', 'mine')
    const address = setup.folderAddress.replace(/\d+$/, String(third.id))
    expect((await setup.share('--into', address, path)).code).toBe(3)
    expect(await fetchFiles(setup.owner, setup.folder.id)).toHaveLength(1)
  })
})

it('sends files of this disk with the link that it remembers, and takes no pinned link of a folder of several', async () => {
  const setup = await setUpShare()
  const path = await setup.writeLocalFile('b.txt', 'mine')
  createdLink(await setup.share('--into', setup.folderAddress, path))
  createdLink(await setup.share('--bound-only', setup.folderAddress, 'b.txt'))
  const several = await setUpShare({ shared: true })
  const link = `${several.proxy.origin}/upload/${several.folder.link_token}`
  expect((await several.share('--upload-link', link, several.folderAddress, '*')).code).toBe(1)
  await several.send([{ name: 'a.txt', content: 'first', isUnsaid: true }])
  createdLink(await several.share('--bound-only', several.folderAddress, 'a.txt'))
})
