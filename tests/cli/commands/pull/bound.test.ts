import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { failuresPerHour, maxFailedWraps } from '../../../../cli/account/failedWraps.ts'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import type { FileKeys, Folder } from '../../../../contract/schemas/folders.ts'
import {
  boundTo,
  deriveManifestKey,
  fromBase64,
  importLinkTag,
  importRecipientKey,
  openManifest,
  sealManifest,
  toBase64,
  unwrapFileKey,
  uploadLinkTag,
} from '../../../../core/crypto/index.ts'
import { messagesOf, testContext } from '../../testContext.ts'
import {
  contentByPath,
  failureByFile,
  messagesOfKind,
  moveFiles,
  recordFailedWraps,
  runPull,
  type PullSetup,
  sendToOtherFolder,
  setUpPull,
} from './setUpPull.ts'
import { startWatchedPull } from './watchedPull.ts'

const contentCalls = ({ proxy }: PullSetup, from = 0) =>
  proxy.calls.slice(from).filter((call) => call.includes('download'))

/** A folder with `a.txt`, where the server has moved `secret.txt` from another one. */
async function setUpMovedFile() {
  const setup = await setUpPull()
  const { ids, other } = await sendToOtherFolder(setup, [{ name: 'secret.txt', content: 'second' }])
  await setup.send([{ name: 'a.txt', content: 'first' }])
  await moveFiles(setup.server, ids, setup.folder)
  return { ...setup, id: ids[0] ?? 0, other }
}

describe('a file of another folder', () => {
  it('that the server moved here is not saved, nor its content asked for', async () => {
    const setup = await setUpMovedFile()
    const { code, events } = await setup.run()
    expect([code, failureByFile(events)]).toEqual([
      2,
      { 'secret.txt': expect.stringContaining(`but to folder ${setup.other.id}`) as string },
    ])
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
    expect(contentCalls(setup).filter((call) => new RegExp(`\\b${setup.id}\\b`).test(call))).toEqual([])
  })

  it('is not saved though its proof of origin counts as a copy', async () => {
    const setup = await setUpPull()
    const originOf = { owner: setup.owner.key.root, folder: '99' }
    await setup.send([{ name: 'wrong.txt', content: '3', originOf }])
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files') ? (answer as object[]).map((one) => ({ ...one, copied: true })) : undefined
    expect((await setup.run()).code).toBe(2)
    expect(await contentByPath(setup.dir)).toEqual({})
  })

  it('is known by the link that was handed out, whatever the server shows at first sight', async () => {
    const setup = await setUpMovedFile()
    const tokens = { [setup.folder.id]: setup.other.link_token, [setup.other.id]: setup.folder.link_token }
    const exchanged = (one: Folder): Folder => ({ ...one, link_token: tokens[one.id] ?? one.link_token })
    setup.proxy.alterAnswer = (call, answer) => {
      if (/\/folders\/\d+$/.test(call)) return exchanged(answer as Folder)
      return /\/folders\/?(\?.*)?$/.test(call) ? (answer as Folder[]).map(exchanged) : undefined
    }
    const link = `${setup.proxy.origin}/upload/${setup.folder.link_token}`
    expect((await setup.run('--upload-link', link)).code).toBe(2)
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
  })
})

describe('a manifest', () => {
  it.each<[string, (file: FileKeys, other: FileKeys) => FileKeys]>([
    ['of another file', (file, { manifest }) => ({ ...file, manifest })],
    ['under another IV', (file) => ({ ...file, encryption_iv: toBase64(new Uint8Array(12)) })],
  ])('%s is not that of the key, and nothing of the file is asked for', async (_, change) => {
    const setup = await setUpPull()
    const [id = 0, otherId] = await setup.send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second' },
    ])
    setup.proxy.alterAnswer = (call, answer) => {
      if (!call.endsWith('/files/keys')) return undefined
      const keys = answer as FileKeys[]
      const other = assertDefined(keys.find((one) => one.id === otherId))
      return keys.map((one) => (one.id === id ? change(one, other) : one))
    }
    const { code, events } = await setup.run()
    expect([code, failureByFile(events)]).toEqual([2, { 'a.txt': 'commitment' }])
    expect(await contentByPath(setup.dir)).toEqual({ 'b.txt': 'second' })
    expect(contentCalls(setup).filter((call) => new RegExp(`\\b${id}\\b`).test(call))).toEqual([])
  })

  it('that a recipient and the server seal anew for another folder is taken there, and proves nothing', async () => {
    const setup = await setUpPull()
    const { server, owner, folder } = setup
    const { ids, other } = await sendToOtherFolder(setup, [{ name: 'a.txt', content: 'first' }])
    // This machine has seen it in its own folder.
    const [command = '', address = '', , ...options] = setup.commandLine()
    const inOther = [command, address.replace(/\d+$/, String(other.id)), `${setup.dir}-other`, ...options]
    expect((await runPull(testContext(inOther, setup.contextOptions))).code).toBe(0)
    const rows = server.services.db.updateTable('file').where('id', 'in', ids)
    const { encrypted_key, encryption_iv, manifest } = await server.services.db
      .selectFrom('file')
      .selectAll()
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    const rawKey = await unwrapFileKey(owner.key.privateKey, encrypted_key)
    const iv = fromBase64(encryption_iv)
    const key = await deriveManifestKey(rawKey, iv)
    const to = await boundTo(await importLinkTag(await uploadLinkTag(folder.link_token)), key.commitment)
    const sealed = await sealManifest(key, { ...(await openManifest(rawKey, iv, manifest ?? '')), to })
    await rows.set({ manifest: sealed, folder_id: folder.id }).execute()
    const { code, events } = await setup.run()
    expect(code).toBe(0)
    expect(events.filter(({ event }) => event === 'done')).toMatchObject([
      { file: 'a.txt', origin: 'not-proven' },
    ])
  })
})

describe('without contacts that open', () => {
  /** The server answers for the contacts with bytes that do not open. */
  const withholdContacts = ({ proxy }: PullSetup) => {
    proxy.alterAnswer = (call) =>
      call.endsWith('/contacts') ? { n: 3, sealed: toBase64(new Uint8Array(600)) } : undefined
  }

  it('a file is not saved whose link this machine knows of another folder', async () => {
    const setup = await setUpMovedFile()
    withholdContacts(setup)
    const { code, events } = await setup.run()
    expect([code, failureByFile(events)]).toEqual([
      2,
      { 'secret.txt': expect.stringContaining(`but to folder ${setup.other.id}`) as string },
    ])
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
  })

  it('what cannot be judged is saved and named, and a script does not go on', async () => {
    const setup = await setUpPull()
    const [id] = await setup.send([{ name: 'a.txt', content: 'first' }])
    withholdContacts(setup)
    const { code, events } = await setup.run()
    expect(code).toBe(2)
    expect(messagesOfKind(events, 'warning').join()).toContain(
      `It is not certain that these files were sent to this folder: a.txt (number ${id})`,
    )
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
  })
})

it('of an older page is saved with a note, and with --bound-only not at all', async () => {
  const setup = await setUpPull()
  await setup.send([{ name: 'old.txt', content: 'first', isUnsaid: true }])
  expect((await setup.run('--bound-only')).code).toBe(2)
  expect(await contentByPath(setup.dir)).toEqual({})
  const { code, events } = await setup.run()
  expect(code).toBe(0)
  expect(messagesOfKind(events, 'note').join()).toContain('1 file (old.txt) were sent by an older page')
})

it('saves, with a warning, what cannot be judged since the server shows another link', async () => {
  const setup = await setUpPull()
  await setup.send([{ name: 'a.txt', content: 'first' }])
  await setup.run()
  await setup.send([{ name: 'b.txt', content: 'second' }])
  setup.proxy.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) ? { ...(answer as Folder), link_token: 'x'.repeat(22) } : undefined
  const { code, context } = await setup.run()
  expect(code).toBe(0)
  expect(messagesOf(context)).toContain('The server shows another upload link of this folder')
  expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first', 'b.txt': 'second' })
})

/** Other wrapped keys that do not open, a different one for each file and call of this. */
async function junkWraps({ owner }: PullSetup): Promise<() => Promise<string>> {
  const publicKey = await importRecipientKey(fromBase64(owner.key.publicKeySpki))
  let made = 0
  // The wrapped key of another length than K.
  return async () => {
    const plain = new Uint8Array(31).fill(++made % 256)
    return toBase64(new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, plain)))
  }
}

describe('keys that do not open', () => {
  /** Answers `count` files with junk; the file `good.txt` is the newest. */
  async function setUpJunk(count: number) {
    const setup = await setUpPull()
    const junk = await junkWraps(setup)
    const isJunk = new Set<number>()
    const tried = new Map<number, string>()
    const sendJunk = async (length: number) => {
      const names = Array.from({ length }, (_, i) => `${tried.size + i}.txt`)
      const sent = await setup.send(names.map((name) => ({ name, content: name })))
      for (const id of sent) tried.set(id, await junk())
      for (const id of sent) isJunk.add(id)
      return sent
    }
    const ids = await sendJunk(count)
    await setup.send([{ name: 'good.txt', content: 'good' }])
    setup.proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files/keys')
        ? (answer as FileKeys[]).map((one) =>
            isJunk.has(one.id) ? { ...one, encrypted_key: tried.get(one.id) ?? '' } : one,
          )
        : undefined
    const state = join(setup.contextOptions.env?.XDG_STATE_HOME ?? '', 'sealpost', 'unopened')
    const countFailed = async () => {
      const [file = ''] = (await readdir(state)).filter((name) => name.endsWith('.json'))
      return { path: join(state, file), ...(JSON.parse(await readFile(join(state, file), 'utf8')) as Stored) }
    }
    return {
      ...setup,
      sendJunk,
      countFailed,
      exchangeWraps: async () => {
        for (const id of ids) tried.set(id, await junk())
      },
    }
  }
  interface Stored {
    wraps: string[]
    folders: { latest: number[] }[]
  }
  /** As an hour later. */
  const withoutLatest = ({ wraps, folders }: Stored) => ({
    wraps,
    folders: folders.map((one) => ({ ...one, latest: [] })),
  })

  it('are tried slowly after 256, while others are saved, until that is accepted', async () => {
    const count = maxFailedWraps + 30
    const setup = await setUpJunk(count)
    const first = await setup.run()
    expect(first.code).toBe(2)
    expect(await contentByPath(setup.dir)).toEqual({ 'good.txt': 'good' })
    expect((await setup.countFailed()).wraps).toHaveLength(maxFailedWraps)
    const waiting = Object.values(failureByFile(first.events)).filter((why) =>
      why.includes('--accept-unopened'),
    )
    expect(waiting).toHaveLength(30)

    // An hour later eight others, however often it runs.
    const passHour = async () => {
      const { path, ...stored } = await setup.countFailed()
      await writeFile(path, JSON.stringify(withoutLatest(stored)))
    }
    await passHour()
    await setup.run()
    await setup.run()
    expect((await setup.countFailed()).wraps).toHaveLength(maxFailedWraps + failuresPerHour)

    await setup.send([{ name: 'late.txt', content: 'late' }])
    await setup.run()
    expect(await contentByPath(setup.dir)).toEqual({ 'good.txt': 'good' })
    // Every other hour what arrives is tried before older junk.
    for (let hour = 0; hour < 2; hour++) {
      await passHour()
      await setup.run()
    }
    expect(await contentByPath(setup.dir)).toEqual({ 'good.txt': 'good', 'late.txt': 'late' })
    expect((await setup.countFailed()).wraps).toHaveLength(maxFailedWraps + 3 * failuresPerHour)
    await setup.run('--accept-unopened')
    expect(await contentByPath(setup.dir)).toEqual({ 'good.txt': 'good', 'late.txt': 'late' })
    expect((await setup.countFailed()).wraps).toHaveLength(count)
  })

  it('of later junk do not keep an older file waiting', async () => {
    const setup = await setUpJunk(maxFailedWraps)
    await setup.run()
    await setup.send([{ name: 'invoice.txt', content: 'wanted' }])
    for (let hour = 0; hour < 2; hour++) {
      const { path, ...stored } = await setup.countFailed()
      await writeFile(path, JSON.stringify(withoutLatest(stored)))
      await setup.sendJunk(failuresPerHour)
      await setup.run()
    }
    expect(await contentByPath(setup.dir)).toMatchObject({ 'invoice.txt': 'wanted' })
  })

  it('in one folder do not keep those of another waiting', async () => {
    const setup = await setUpPull()
    const other = await setup.owner.browser.createFolder({ title: 'Bank' })
    const failed = { known: maxFailedWraps, latest: failuresPerHour }
    await recordFailedWraps({ ...setup, folder: other }, setup.owner.key.fingerprint, failed)
    await setup.send([{ name: 'good.txt', content: 'good' }])
    expect((await setup.run()).code).toBe(0)
    expect(await contentByPath(setup.dir)).toEqual({ 'good.txt': 'good' })
  })

  it('keep others waiting for an hour, and not longer, however often it was looked', async () => {
    const setup = await setUpPull()
    const began = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(began)
    await recordFailedWraps(setup, setup.owner.key.fingerprint, {
      known: maxFailedWraps,
      latest: failuresPerHour,
    })
    await setup.send([{ name: 'early.txt', content: 'early' }])
    const { nextPoll, stop } = await startWatchedPull(setup)
    const pollAt = async (minute: number) => {
      clock.mockReturnValue(began + minute * 60_000)
      await nextPoll()
    }
    for (const minute of [1, 3, 7, 15]) await pollAt(minute)
    await setup.send([{ name: 'late.txt', content: 'late' }])
    for (const minute of [31, 59]) await pollAt(minute)
    expect(await contentByPath(setup.dir)).toEqual({})
    await pollAt(60)
    expect(await contentByPath(setup.dir)).toEqual({ 'early.txt': 'early', 'late.txt': 'late' })
    stop()
  })

  it('count once, in all runs, and are asked no content for', async () => {
    const setup = await setUpJunk(3)
    await setup.run()
    await setup.run()
    expect((await setup.countFailed()).wraps).toHaveLength(3)
    await setup.exchangeWraps()
    await setup.run()
    expect((await setup.countFailed()).wraps).toHaveLength(6)
    expect(contentCalls(setup)).toHaveLength(1)
  })

  it('that are said to be for a former key are not tried', async () => {
    const setup = await setUpJunk(3)
    const alter = setup.proxy.alterAnswer
    setup.proxy.alterAnswer = (call, answer) => {
      const keys = alter(call, answer) as FileKeys[] | undefined
      return keys?.map((one) => ({ ...one, sealed_to: 'A'.repeat(43) }))
    }
    expect((await setup.run()).code).toBe(2)
    await expect(setup.countFailed()).rejects.toThrow('ENOENT')
  })

  it('are not forgotten where the file that counts them is damaged', async () => {
    const setup = await setUpJunk(1)
    await setup.run()
    const { path } = await setup.countFailed()
    await writeFile(path, '{')
    expect(await setup.run()).toMatchObject({ code: 3, message: expect.stringContaining(path) as string })
  })
})
