import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { jsonReporter } from '../../../../cli/reporters/jsonReporter.ts'
import { shareWithInputs } from '../../../../cli/share/share.ts'
import type { AuditEvent } from '../../../../contract/schemas/audit.ts'
import { maxFilesPerLink, maxLinkDownloads } from '../../../../contract/limits.ts'
import type { HashedFileRecord } from '../../../../contract/schemas/folders.ts'
import { scopes } from '../../../../contract/scopes.ts'
import { openLinkBox, sealPrivateKey } from '../../../../core/crypto/index.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { backupFileText } from '../../../../src/features/profile/backupFile.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import {
  listedFolder,
  compareFingerprints,
  contentByPath,
  evaluatedTrust,
  addPerson,
  newPerson,
  pkcs8Of,
} from '../pull/pullScene.ts'
import { testContext, toldEvents } from '../../testContext.ts'
import { startProgram } from '../../get/startProgram.ts'
import { sha256Of } from '../../get/sharedFiles.ts'
import {
  eventsOf,
  fetchByLink,
  contentByLink,
  hashOfFile,
  createdLink,
  runCommand,
  shareScene,
} from './shareScene.ts'

describe('sharing files of a folder', () => {
  it('makes a link that opens the named files, and no others', async () => {
    const { send, share, address, links, front } = await shareScene()
    await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', path: 'deep/er', content: 'second' },
      { name: 'c.pdf', content: 'third' },
    ])
    const { link, password, files } = createdLink(await share(address, 'a.txt', 'deep/*'))
    expect(link.startsWith(`${front.origin}/download/`)).toBe(true)
    expect([password, files.map(({ file }) => file)]).toEqual([null, ['a.txt', 'deep/er/b.txt']])
    expect(await contentByLink(link)).toEqual({ 'a.txt': 'first', 'deep/er/b.txt': 'second' })
    expect(await links()).toMatchObject([{ has_password: false, files: ['a.txt', 'b.txt'] }])
  })

  it('is refused for a name that none has, or several, until path or number say which', async () => {
    const { send, share, address, links } = await shareScene()
    const [, id] = await send([
      { name: 'a.txt', path: 'x', content: 'first' },
      { name: 'a.txt', path: 'y', content: 'second' },
    ])
    expect(await share(address, 'b.txt')).toMatchObject({ code: 1 })
    expect(await share(address, '--id', '999')).toMatchObject({ code: 1 })
    const ambiguous = await share(address, 'a.txt')
    expect([ambiguous.code, ambiguous.message]).toEqual([1, expect.stringContaining('x/a.txt, y/a.txt')])
    expect(await links()).toEqual([])
    expect(await contentByLink(createdLink(await share(address, 'x/a.txt')).link)).toEqual({
      'x/a.txt': 'first',
    })
    expect(await contentByLink(createdLink(await share(address, '--id', String(id))).link)).toEqual({
      'y/a.txt': 'second',
    })
    expect(Object.keys(await contentByLink(createdLink(await share(address, '*')).link))).toHaveLength(2)
  })

  it('takes more files than the address of a link has keys for', async () => {
    const { send, share, address } = await shareScene()
    await send(Array.from({ length: 25 }, (_, i) => ({ name: `${i}.txt`, content: String(i) })))
    const { link } = createdLink(await share(address, '*'))
    expect(link).toContain('#*:')
    expect(Object.keys(await contentByLink(link))).toHaveLength(25)
  })

  it('with a password draws one, which alone opens the files', async () => {
    const { send, share, address } = await shareScene()
    await send([{ name: 'a.txt', content: 'first' }])
    const { link, password } = createdLink(await share(address, 'a.txt', '--with-password'))
    expect(link).not.toContain('#')
    expect(password).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{5}$/)
    expect(await contentByLink(link, password)).toEqual({ 'a.txt': 'first' })
    await expect(contentByLink(link, `${password}x`)).rejects.toThrow()
  })

  it('limits visitors and time as asked, and to three days unless asked', async () => {
    const { send, share, address, links } = await shareScene()
    await send([{ name: 'a.txt', content: 'first' }])
    const usual = createdLink(await share(address, 'a.txt'))
    const days = (Date.parse(usual.expires ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
    const limited = await share(address, 'a.txt', '--expires', '2040-01-02T03:04Z', '--max-downloads', '1')
    expect(createdLink(limited)).toMatchObject({ expires: '2040-01-02T03:04:00.000Z', max_downloads: 1 })
    createdLink(await share(address, 'a.txt', '--expires', 'never'))
    const [never, until] = await links()
    expect(never).toMatchObject({ expiration_date: null, max_downloads: null })
    expect(until).toMatchObject({ expiration_date: '2040-01-02T03:04:00.000Z', max_downloads: 1 })
  })

  it('gives recipients the title and the message, or says what is wrong with them', async () => {
    const { send, share, address, links } = await shareScene()
    await send([{ name: 'a.txt', content: 'first' }])
    const words = { title: 'Plans', message: 'As agreed.\nCall me.' }
    createdLink(await share(address, 'a.txt', '--title', words.title, '--message', words.message))
    expect(await links()).toMatchObject([words])
    const refused = await share(address, 'a.txt', '--title', 'two\nlines')
    expect([refused.code, await links()]).toMatchObject([1, [words]])
    expect(refused.message).toContain('--title')
  })

  it('seals the link for its maker, whose browser can copy it again', async () => {
    const { send, share, address, owner, links } = await shareScene()
    await send([{ name: 'a.txt', content: 'first' }])
    const { link } = createdLink(await share(address, 'a.txt'))
    const token = (await links())[0]?.link_token ?? ''
    const { sealed_link } = (await owner.browser.get(`/api/download/links/${token}/sealed`)).json<{
      sealed_link: string
    }>()
    const box = await openLinkBox({ secret: owner.key.root, generation: 0 }, sealed_link)
    expect([box.token, box.hasPassword, link.includes(token)]).toEqual([token, false, true])
  })

  it('is in the history as what the token did', async () => {
    const { send, share, address, owner } = await shareScene()
    await send([{ name: 'a.txt', content: 'first' }])
    createdLink(await share(address, 'a.txt'))
    const { events } = (await owner.browser.get('/api/audit?kind=link-made')).json<{ events: AuditEvent[] }>()
    expect(events).toMatchObject([{ kind: 'link-made', by: 'api-token' }])
    expect(JSON.stringify(events)).toContain('nightly')
  })

  it('of several people takes a trusted folder, and no invitation', async () => {
    const here = await shareScene({ shared: true })
    await here.send([{ name: 'a.txt', content: 'first' }])
    expect(await contentByLink(createdLink(await here.share(here.address, 'a.txt')).link)).toEqual({
      'a.txt': 'first',
    })

    const ben = await newPerson(here.server, 'ben')
    await addPerson(here, ben, 'member')
    const { token } = await newTokenClient(ben.browser, scopes)
    const env = { SEALPOST_TOKEN: token, XDG_STATE_HOME: join(here.disk, 'state of ben') }
    const bens = (...line: string[]) =>
      here.command(['share', '--password-file', join(here.disk, '.password'), ...line], { env })
    const [before, stored] = [await here.links(), await here.server.storedFiles()]
    const file = await here.put('b.txt', 'second')
    for (const line of [
      [here.address, 'a.txt'],
      ['--into', here.address, file],
    ])
      expect(await bens(...line)).toMatchObject({
        code: 3,
        message: faultText(fault('folder-not-trusted')),
      })
    expect([await here.links(), await here.server.storedFiles()]).toEqual([before, stored])
    await compareFingerprints(ben, here.owner)
    await ben.trust.accept(await evaluatedTrust(ben, await listedFolder(ben, here.folder.id)))
    expect(await contentByLink(createdLink(await bens(here.address, 'a.txt')).link)).toEqual({
      'a.txt': 'first',
    })
  })
})

describe('sharing files of this disk', () => {
  it('sends them into the folder, and makes a link to all of them', async () => {
    const { put, share, address, disk, send } = await shareScene()
    await send([{ name: 'before.txt', content: 'not shared' }])
    const large = randomBytes(9 * 1024 * 1024 + 5)
    await put('photos/a.jpg', 'first')
    await put('photos/deep/empty', '')
    const file = await put('report 1.bin', large)
    const { link, files } = createdLink(await share('--into', address, join(disk, 'photos'), file))
    expect(files.map((one) => one.file).sort()).toEqual(['photos/a.jpg', 'photos/deep/empty', 'report 1.bin'])
    expect(files.find((one) => one.bytes === large.length)?.sha256).toBe(sha256Of(large))
    const got = await fetchByLink(link)
    expect(await hashOfFile(join(got, 'report 1.bin'))).toBe(sha256Of(large))
    expect(Object.entries(await contentByPath(got)).slice(0, 2)).toEqual([
      ['photos/a.jpg', 'first'],
      ['photos/deep/empty', ''],
    ])
  })

  it('keeps what it sends openable for its owner, as sent by themselves', async () => {
    const { put, share, address, dir, run, owner, folder } = await shareScene()
    await owner.trust.contacts.change((contacts) => ({ ...contacts, own: [{ id: folder.id, title: 'Tax' }] }))
    createdLink(await share('--into', address, await put('a.txt', 'first')))
    const { told } = await run()
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first' })
    expect(told).toContainEqual(expect.objectContaining({ event: 'done', origin: 'proven' }))
  })

  it('takes standard input as one file, by the name that is given', async () => {
    const { address, disk, situation, links } = await shareScene()
    const line = ['share', '--password-file', join(disk, '.password'), '--into', address]
    const context = testContext([...line, '--name', 'project.tar', '-'], situation)
    const content = randomBytes(300_000)
    const environment = { cwd: disk, tempFolder: disk, idleTimeoutMs: 60_000 }
    expect(await shareWithInputs(context, { ...environment, stdin: Readable.from([content]) })).toBe(0)
    const [made] = toldEvents(context, 'shared')
    const got = await fetchByLink(made?.link ?? '')
    expect(await hashOfFile(join(got, 'project.tar'))).toBe(sha256Of(content))
    expect(await links()).toMatchObject([{ files: ['project.tar'] }])
    expect(await readdir(disk)).toEqual(['.password'])
  })

  it('takes the folder from the environment, too', async () => {
    const { put, command, disk, address } = await shareScene()
    const line = ['share', '--password-file', join(disk, '.password'), await put('a.txt', 'first')]
    expect(
      await contentByLink(createdLink(await command(line, { env: { SEALPOST_FOLDER: address } })).link),
    ).toEqual({
      'a.txt': 'first',
    })
  })

  it('of several people seals them to the key of the folder', async () => {
    const { put, share, address, dir, run } = await shareScene({ shared: true })
    const { link } = createdLink(await share('--into', address, await put('a.txt', 'first')))
    expect(await contentByLink(link)).toEqual({ 'a.txt': 'first' })
    expect((await run()).code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first' })
  })

  it('sends nothing and makes no link if one of them cannot be read, or none is there', async () => {
    const { put, share, address, server, links } = await shareScene()
    const missing = await share('--into', address, await put('a.txt', 'first'), '/nowhere')
    expect([missing.code, eventsOf(missing, 'failed').length]).toEqual([1, 1])
    expect(await share('--into', address, '--exclude', '*', join(await scratchFolder()))).toMatchObject({
      code: 1,
    })
    expect([await server.storedFiles(), await links()]).toEqual([[], []])
  })

  it('is refused where the upload link asks senders for something, or has no room', async () => {
    const { put, share, address, owner, folder, server } = await shareScene()
    const file = await put('a.txt', 'x'.repeat(5000))
    const change = (fields: object) =>
      owner.browser.put(`/api/folders/${folder.id}`, { title: 'Tax', ...fields })
    await change({ link_password: 'a password' })
    expect(await share('--into', address, file)).toMatchObject({
      code: 3,
      message: expect.stringContaining('asks senders') as string,
    })
    await change({ link_password: '', quota_bytes: 3000 })
    expect(await share('--into', address, file)).toMatchObject({
      code: 3,
      message: expect.stringContaining('takes') as string,
    })
    expect(await server.storedFiles()).toEqual([])
  })

  it('says how to make the link if only that fails, without sending again', async () => {
    const here = await shareScene()
    const { token } = await newTokenClient(here.owner.browser, ['files:read', 'key:read', 'links:write'])
    for (let i = 0; i < 7; i++) await here.put(`many/${i}`, String(i))
    const files = ['--into', here.address, join(here.disk, 'many')]
    const line = ['share', '--password-file', join(here.disk, '.password'), '--notify', ...files]
    const { code, message } = await here.command(line, { env: { SEALPOST_TOKEN: token } })
    expect([code, message]).toEqual([3, expect.stringContaining('folders:write')])
    const [, advice = ''] = /sealpost share (.*)$/.exec(message) ?? []
    expect(
      Object.keys(await contentByLink(createdLink(await here.share(...advice.split(' '))).link)),
    ).toHaveLength(7)
  })

  it('says so also if what was sent cannot be read back', async () => {
    const here = await shareScene()
    here.front.alterAnswer = (call) => (call.endsWith('/files/keys') ? { not: 'keys' } : undefined)
    const { code, message } = await here.share('--into', here.address, await here.put('a.txt', 'first'))
    expect([code, message]).toEqual([3, expect.stringMatching(/sealpost share \S+ --id \d+$/)])
  })

  it('switches mails about the folder on if asked to', async () => {
    const { put, share, address, owner, folder } = await shareScene()
    createdLink(await share('--notify', '--into', address, await put('a.txt', 'first')))
    expect((await listedFolder(owner, folder.id)).notify_by_email).toBe(true)
  })
})

it('makes no link to more files than one has', { tags: 'thorough' }, async () => {
  const { send, put, share, address, front, disk, server } = await shareScene()
  await send([{ name: 'a.txt', content: 'first' }])
  const stored = await server.storedFiles()
  front.alterAnswer = (call, answer) => {
    const [record] = call.endsWith('/files') ? (answer as HashedFileRecord[]) : []
    return record && Array.from({ length: maxFilesPerLink + 1 }, (_, i) => ({ ...record, id: i + 1 }))
  }
  expect(await share(address, '*')).toMatchObject({ code: 1 })
  for (let i = 0; i <= maxFilesPerLink; i++) await put(`many/${i}`, '')
  expect(await share('--into', address, join(disk, 'many'))).toMatchObject({
    code: 1,
    message: expect.stringContaining(String(maxFilesPerLink)) as string,
  })
  expect(await server.storedFiles()).toEqual(stored)
})

it('lists what it would share, and neither sends nor shares it', async () => {
  const { put, send, share, address, links, server } = await shareScene()
  await send([{ name: 'a.txt', content: 'first' }])
  const stored = await server.storedFiles()
  const listed = await share(address, '*', '--dry-run')
  const own = await share('--into', address, await put('b.txt', 'second'), '--dry-run')
  expect([listed, own].map((ran) => [ran.code, eventsOf(ran, 'listed').map(({ file }) => file)])).toEqual([
    [0, ['a.txt']],
    [0, ['b.txt']],
  ])
  expect([await links(), await server.storedFiles()]).toEqual([[], stored])
})

it('opens the key by a backup file, whose password is asked for', async () => {
  const { send, command, address, owner, front, disk } = await shareScene()
  await send([{ name: 'a.txt', content: 'first' }])
  const sealed = await sealPrivateKey(pkcs8Of('ada'), 'of that day')
  const file = join(disk, 'backup.json')
  await writeFile(file, backupFileText('ada', { sealed, fingerprint: owner.key.fingerprint }, new Date()))
  const made = await command(['share', '--key-file', file, address, 'a.txt'], { answers: ['of that day'] })
  expect(await contentByLink(createdLink(made).link)).toEqual({ 'a.txt': 'first' })
  expect(front.calls.join()).not.toContain('encrypted-key')
  const none = await command(['share', address, 'a.txt'])
  expect([none.code, none.message]).toEqual([1, expect.stringContaining('Password of your key')])
})

it('is the link alone on standard output, and the password on standard error', async () => {
  const { send, address, disk, situation, command } = await shareScene()
  await send([{ name: 'a.txt', content: 'first' }])
  const line = ['share', '--password-file', join(disk, '.password'), address, 'a.txt', '--with-password']
  const { ended, stdoutBytes, stderrText } = startProgram(line, { ...situation.env })
  expect(await ended).toBe(0)
  const link = stdoutBytes().toString()
  expect(link).toMatch(/^http:\S+\/download\/[\w-]{22}\n$/)
  const [, password = ''] = /^Password: (\w+)\n$/.exec(stderrText()) ?? []
  expect(await contentByLink(link.trim(), password)).toEqual({ 'a.txt': 'first' })

  const json: string[] = []
  jsonReporter((text) => json.push(text)).emit(createdLink(await command(line)))
  expect(JSON.parse(json.join(''))).toMatchObject({
    event: 'shared',
    link: expect.stringMatching(/download/) as string,
    password: expect.stringMatching(/\d{5}$/) as string,
    max_downloads: null,
    files: [{ file: 'a.txt' }],
  })
})

describe('what is to be shared', () => {
  const folder = 'https://files.example.org/folders/view/7'
  it.each([
    [[], 'Name what is to be shared'],
    [['a.txt'], '--into'],
    [[folder], 'Name files of the folder'],
    [['a.txt', folder], 'comes first'],
    [[folder, 'a.txt', '--into', folder], '--into is for files of this disk'],
    [[folder, 'a.txt', '--name', 'b'], '--name is for files of this disk'],
    [['a.txt', '--into', folder, '--id', '7'], '--id is for files of a folder'],
    [[folder, '--id', '0x7'], '--id takes the number'],
    [['a.txt', '--into', 'https://files.example.org/upload/abc'], 'no address of a folder'],
    [['a.txt', '--into', 'http://files.example.org/folders/view/7'], 'https'],
    [['-', '--into', folder], '--name'],
    [['-', '-', '--into', folder, '--name', 'a'], 'once only'],
    [['a.txt', '--name', 'b', '--into', folder], '- is not among'],
    [[folder, 'a', '--max-downloads', '0'], '--max-downloads'],
    [[folder, 'a', '--max-downloads', String(maxLinkDownloads + 1)], '--max-downloads'],
    [[folder, 'a', '--max-downloads', '1e2'], '--max-downloads'],
    [[folder, 'a', '--expires', 'soon'], '--expires'],
  ])('is said unambiguously: %j', async (line, message) => {
    expect(await runCommand(['share', ...line], {})).toMatchObject({
      code: 1,
      message: expect.stringContaining(message) as string,
    })
  })
})
