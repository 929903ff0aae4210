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
import { backupFileText } from '../../../../src/features/profile/backup/backupFile.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import {
  fetchFolder,
  compareFingerprints,
  contentByPath,
  evaluatedTrust,
  addPerson,
  newPerson,
  pkcs8Of,
} from '../pull/setUpPull.ts'
import { testContext, eventsOf } from '../../testContext.ts'
import { startProgram } from '../../get/startProgram.ts'
import { hashOfFile } from '../setUpSend.ts'
import { sha256Of } from '../../get/sharedFiles.ts'
import { fetchByLink, contentByLink, createdLink, runCommand, setUpShare } from './setUpShare.ts'

describe('sharing files of a folder', () => {
  it('makes a link that opens the named files, and no others', async () => {
    const { send, share, folderAddress, listLinks, proxy } = await setUpShare()
    await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', path: 'deep/er', content: 'second' },
      { name: 'c.pdf', content: 'third' },
    ])
    const { link, password, files } = createdLink(await share(folderAddress, 'a.txt', 'deep/*'))
    expect(link.startsWith(`${proxy.origin}/download/`)).toBe(true)
    expect([password, files.map(({ file }) => file)]).toEqual([null, ['a.txt', 'deep/er/b.txt']])
    expect(await contentByLink(link)).toEqual({ 'a.txt': 'first', 'deep/er/b.txt': 'second' })
    expect(await listLinks()).toMatchObject([{ has_password: false, files: ['a.txt', 'b.txt'] }])
  })

  it('is refused for a name that none has, or several, until path or number say which', async () => {
    const { send, share, folderAddress, listLinks } = await setUpShare()
    const [, id] = await send([
      { name: 'a.txt', path: 'x', content: 'first' },
      { name: 'a.txt', path: 'y', content: 'second' },
    ])
    expect(await share(folderAddress, 'b.txt')).toMatchObject({ code: 1 })
    expect(await share(folderAddress, '--id', '999')).toMatchObject({ code: 1 })
    const ambiguous = await share(folderAddress, 'a.txt')
    expect([ambiguous.code, ambiguous.message]).toEqual([
      1,
      expect.stringContaining('x/a.txt (number 1), y/a.txt (number 2)'),
    ])
    expect(await listLinks()).toEqual([])
    expect(await contentByLink(createdLink(await share(folderAddress, 'x/a.txt')).link)).toEqual({
      'x/a.txt': 'first',
    })
    expect(await contentByLink(createdLink(await share(folderAddress, '--id', String(id))).link)).toEqual({
      'y/a.txt': 'second',
    })
    expect(Object.keys(await contentByLink(createdLink(await share(folderAddress, '*')).link))).toHaveLength(
      2,
    )
  })

  it('takes more files than the address of a link has keys for', async () => {
    const { send, share, folderAddress } = await setUpShare()
    await send(Array.from({ length: 25 }, (_, i) => ({ name: `${i}.txt`, content: String(i) })))
    const { link } = createdLink(await share(folderAddress, '*'))
    expect(link).toContain('#*:')
    expect(Object.keys(await contentByLink(link))).toHaveLength(25)
  })

  it('with a password draws one, which alone opens the files', async () => {
    const { send, share, folderAddress } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    const { link, password } = createdLink(await share(folderAddress, 'a.txt', '--with-password'))
    expect(link).not.toContain('#')
    expect(password).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{5}$/)
    expect(await contentByLink(link, password)).toEqual({ 'a.txt': 'first' })
    await expect(contentByLink(link, `${password}x`)).rejects.toThrow()
  })

  it('limits visitors and time as asked, and to three days unless asked', async () => {
    const { send, share, folderAddress, listLinks } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    const usual = createdLink(await share(folderAddress, 'a.txt'))
    const days = (Date.parse(usual.expires ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
    const limited = await share(
      folderAddress,
      'a.txt',
      '--expires',
      '2040-01-02T03:04Z',
      '--max-downloads',
      '1',
    )
    expect(createdLink(limited)).toMatchObject({ expires: '2040-01-02T03:04:00.000Z', max_downloads: 1 })
    createdLink(await share(folderAddress, 'a.txt', '--expires', 'never'))
    const [never, until] = await listLinks()
    expect(never).toMatchObject({ expiration_date: null, max_downloads: null })
    expect(until).toMatchObject({ expiration_date: '2040-01-02T03:04:00.000Z', max_downloads: 1 })
  })

  it('gives recipients the title and the message, or says what is wrong with them', async () => {
    const { send, share, folderAddress, listLinks } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    const words = { title: 'Plans', message: 'As agreed.\nCall me.' }
    createdLink(await share(folderAddress, 'a.txt', '--title', words.title, '--message', words.message))
    expect(await listLinks()).toMatchObject([words])
    const refused = await share(folderAddress, 'a.txt', '--title', 'two\nlines')
    expect([refused.code, await listLinks()]).toMatchObject([1, [words]])
    expect(refused.message).toContain('--title')
  })

  it('seals the link for its maker, whose browser can copy it again', async () => {
    const { send, share, folderAddress, owner, listLinks } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    const { link } = createdLink(await share(folderAddress, 'a.txt'))
    const token = (await listLinks())[0]?.link_token ?? ''
    const { sealed_link } = (await owner.browser.get(`/api/download/links/${token}/sealed`)).json<{
      sealed_link: string
    }>()
    const box = await openLinkBox({ secret: owner.key.root, generation: 0 }, sealed_link)
    expect([box.token, box.hasPassword, link.includes(token)]).toEqual([token, false, true])
  })

  it('is in the history as what the token did', async () => {
    const { send, share, folderAddress, owner } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    createdLink(await share(folderAddress, 'a.txt'))
    const { events } = (await owner.browser.get('/api/audit?kind=link-made')).json<{ events: AuditEvent[] }>()
    expect(events).toMatchObject([{ kind: 'link-made', by: 'api-token' }])
    expect(JSON.stringify(events)).toContain('nightly')
  })

  it('of several people takes a trusted folder, and no invitation', async () => {
    const setup = await setUpShare({ shared: true })
    await setup.send([{ name: 'a.txt', content: 'first' }])
    expect(await contentByLink(createdLink(await setup.share(setup.folderAddress, 'a.txt')).link)).toEqual({
      'a.txt': 'first',
    })

    const ben = await newPerson(setup.server, 'ben')
    await addPerson(setup, ben, 'member')
    const { token } = await newTokenClient(ben.browser, scopes)
    const env = { SEALPOST_TOKEN: token, XDG_STATE_HOME: join(setup.localDir, 'state of ben') }
    const bens = (...line: string[]) =>
      setup.runWithToken(['share', '--password-file', join(setup.localDir, '.password'), ...line], { env })
    const [before, stored] = [await setup.listLinks(), await setup.server.storedFiles()]
    const file = await setup.writeLocalFile('b.txt', 'second')
    for (const line of [
      [setup.folderAddress, 'a.txt'],
      ['--into', setup.folderAddress, file],
    ])
      expect(await bens(...line)).toMatchObject({
        code: 3,
        message: faultText(fault('folder-not-trusted')),
      })
    expect([await setup.listLinks(), await setup.server.storedFiles()]).toEqual([before, stored])
    await compareFingerprints(ben, setup.owner)
    await ben.trust.accept(await evaluatedTrust(ben, await fetchFolder(ben, setup.folder.id)))
    expect(await contentByLink(createdLink(await bens(setup.folderAddress, 'a.txt')).link)).toEqual({
      'a.txt': 'first',
    })
  })
})

describe('sharing files of this disk', () => {
  it('sends them into the folder, and makes a link to all of them', async () => {
    const { writeLocalFile, share, folderAddress, localDir, send } = await setUpShare()
    await send([{ name: 'before.txt', content: 'not shared' }])
    const large = randomBytes(9 * 1024 * 1024 + 5)
    await writeLocalFile('photos/a.jpg', 'first')
    await writeLocalFile('photos/deep/empty', '')
    const file = await writeLocalFile('report 1.bin', large)
    const { link, files } = createdLink(await share('--into', folderAddress, join(localDir, 'photos'), file))
    expect(files.map((one) => one.file).sort()).toEqual(['photos/a.jpg', 'photos/deep/empty', 'report 1.bin'])
    expect(files.find((one) => one.bytes === large.length)?.sha256).toBe(sha256Of(large))
    const dir = await fetchByLink(link)
    expect(await hashOfFile(join(dir, 'report 1.bin'))).toBe(sha256Of(large))
    expect(Object.entries(await contentByPath(dir)).slice(0, 2)).toEqual([
      ['photos/a.jpg', 'first'],
      ['photos/deep/empty', ''],
    ])
  })

  it('keeps what it sends openable for its owner, as sent by themselves', async () => {
    const { writeLocalFile, share, folderAddress, dir, run, owner, folder } = await setUpShare()
    await owner.trust.contacts.change((contacts) => ({
      ...contacts,
      own: [{ id: folder.id, title: 'Tax', secret: true, private: null, to: [] }],
    }))
    createdLink(await share('--into', folderAddress, await writeLocalFile('a.txt', 'first')))
    const { events } = await run()
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first' })
    expect(events).toContainEqual(expect.objectContaining({ event: 'done', origin: 'proven' }))
  })

  it('takes standard input as one file, by the name that is given', async () => {
    const { folderAddress, localDir, contextOptions, listLinks } = await setUpShare()
    const line = ['share', '--password-file', join(localDir, '.password'), '--into', folderAddress]
    const context = testContext([...line, '--name', 'project.tar', '-'], contextOptions)
    const content = randomBytes(300_000)
    const environment = { cwd: localDir, tempFolder: localDir, idleTimeoutMs: 60_000 }
    expect(await shareWithInputs(context, { ...environment, stdin: Readable.from([content]) })).toBe(0)
    const [made] = eventsOf(context, 'shared')
    const dir = await fetchByLink(made?.link ?? '')
    expect(await hashOfFile(join(dir, 'project.tar'))).toBe(sha256Of(content))
    expect(await listLinks()).toMatchObject([{ files: ['project.tar'] }])
    expect(await readdir(localDir)).toEqual(['.password'])
  })

  it('takes the folder from the environment, too', async () => {
    const { writeLocalFile, runWithToken, localDir, folderAddress } = await setUpShare()
    const line = [
      'share',
      '--password-file',
      join(localDir, '.password'),
      await writeLocalFile('a.txt', 'first'),
    ]
    expect(
      await contentByLink(
        createdLink(await runWithToken(line, { env: { SEALPOST_FOLDER: folderAddress } })).link,
      ),
    ).toEqual({
      'a.txt': 'first',
    })
  })

  it('of several people seals them to the key of the folder', async () => {
    const { writeLocalFile, share, folderAddress, dir, run } = await setUpShare({ shared: true })
    const { link } = createdLink(await share('--into', folderAddress, await writeLocalFile('a.txt', 'first')))
    expect(await contentByLink(link)).toEqual({ 'a.txt': 'first' })
    expect((await run()).code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first' })
  })

  it('sends nothing and makes no link if one of them cannot be read, or none is there', async () => {
    const { writeLocalFile, share, folderAddress, server, listLinks } = await setUpShare()
    const missing = await share('--into', folderAddress, await writeLocalFile('a.txt', 'first'), '/nowhere')
    expect([missing.code, eventsOf(missing, 'failed').length]).toEqual([1, 1])
    expect(await share('--into', folderAddress, '--exclude', '*', join(await scratchFolder()))).toMatchObject(
      {
        code: 1,
      },
    )
    expect([await server.storedFiles(), await listLinks()]).toEqual([[], []])
  })

  it('is refused where the upload link asks senders for something, or has no room', async () => {
    const { writeLocalFile, share, folderAddress, owner, folder, server } = await setUpShare()
    const file = await writeLocalFile('a.txt', 'x'.repeat(5000))
    const change = (fields: object) =>
      owner.browser.put(`/api/folders/${folder.id}`, { title: 'Tax', ...fields })
    await change({ link_password: 'a password' })
    expect(await share('--into', folderAddress, file)).toMatchObject({
      code: 3,
      message: expect.stringContaining('asks senders') as string,
    })
    await change({ link_password: '', quota_bytes: 3000 })
    expect(await share('--into', folderAddress, file)).toMatchObject({
      code: 3,
      message: expect.stringContaining('accepts only') as string,
    })
    expect(await server.storedFiles()).toEqual([])
  })

  it('says how to make the link if only that fails, without sending again', async () => {
    const setup = await setUpShare()
    const { token } = await newTokenClient(setup.owner.browser, ['files:read', 'key:read', 'links:write'])
    for (let i = 0; i < 7; i++) await setup.writeLocalFile(`many/${i}`, String(i))
    const files = ['--into', setup.folderAddress, join(setup.localDir, 'many')]
    const line = ['share', '--password-file', join(setup.localDir, '.password'), '--notify', ...files]
    const { code, message } = await setup.runWithToken(line, { env: { SEALPOST_TOKEN: token } })
    expect([code, message]).toEqual([3, expect.stringContaining('folders:write')])
    const [, advice = ''] = /sealpost share (.*)$/.exec(message) ?? []
    expect(
      Object.keys(await contentByLink(createdLink(await setup.share(...advice.split(' '))).link)),
    ).toHaveLength(7)
  })

  it('says so also if what was sent cannot be read back', async () => {
    const setup = await setUpShare()
    setup.proxy.alterAnswer = (call) => (call.endsWith('/files/keys') ? { not: 'keys' } : undefined)
    const { code, message } = await setup.share(
      '--into',
      setup.folderAddress,
      await setup.writeLocalFile('a.txt', 'first'),
    )
    expect([code, message]).toEqual([3, expect.stringMatching(/sealpost share \S+ --id \d+$/)])
  })

  it('switches mails about the folder on if asked to', async () => {
    const { writeLocalFile, share, folderAddress, owner, folder } = await setUpShare()
    createdLink(await share('--notify', '--into', folderAddress, await writeLocalFile('a.txt', 'first')))
    expect((await fetchFolder(owner, folder.id)).notify_by_email).toBe(true)
  })
})

it('makes no link to more files than one has', { tags: 'thorough' }, async () => {
  const { send, writeLocalFile, share, folderAddress, proxy, localDir, server } = await setUpShare()
  await send([{ name: 'a.txt', content: 'first' }])
  const stored = await server.storedFiles()
  proxy.alterAnswer = (call, answer) => {
    const [record] = call.endsWith('/files') ? (answer as HashedFileRecord[]) : []
    return record && Array.from({ length: maxFilesPerLink + 1 }, (_, i) => ({ ...record, id: i + 1 }))
  }
  expect(await share(folderAddress, '*')).toMatchObject({ code: 1 })
  for (let i = 0; i <= maxFilesPerLink; i++) await writeLocalFile(`many/${i}`, '')
  expect(await share('--into', folderAddress, join(localDir, 'many'))).toMatchObject({
    code: 1,
    message: expect.stringContaining(String(maxFilesPerLink)) as string,
  })
  expect(await server.storedFiles()).toEqual(stored)
})

it('lists what it would share, and neither sends nor shares it', async () => {
  const { writeLocalFile, send, share, folderAddress, listLinks, server } = await setUpShare()
  await send([{ name: 'a.txt', content: 'first' }])
  const stored = await server.storedFiles()
  const listed = await share(folderAddress, '*', '--dry-run')
  const own = await share('--into', folderAddress, await writeLocalFile('b.txt', 'second'), '--dry-run')
  expect(
    [listed, own].map((result) => [result.code, eventsOf(result, 'listed').map(({ file }) => file)]),
  ).toEqual([
    [0, ['a.txt']],
    [0, ['b.txt']],
  ])
  expect([await listLinks(), await server.storedFiles()]).toEqual([[], stored])
})

it('opens the key by a backup file, whose password is asked for', async () => {
  const { send, runWithToken, folderAddress, owner, proxy, localDir } = await setUpShare()
  await send([{ name: 'a.txt', content: 'first' }])
  const sealed = await sealPrivateKey(pkcs8Of('ada'), 'of that day')
  const file = join(localDir, 'backup.json')
  await writeFile(file, backupFileText('ada', { sealed, fingerprint: owner.key.fingerprint }, new Date()))
  const made = await runWithToken(['share', '--key-file', file, folderAddress, 'a.txt'], {
    answers: ['of that day'],
  })
  expect(await contentByLink(createdLink(made).link)).toEqual({ 'a.txt': 'first' })
  expect(proxy.calls.join()).not.toContain('encrypted-key')
  const none = await runWithToken(['share', folderAddress, 'a.txt'])
  expect([none.code, none.message]).toEqual([1, expect.stringContaining('Password of your key')])
})

it('is the link alone on standard output, and the password on standard error', async () => {
  const { send, folderAddress, localDir, contextOptions, runWithToken } = await setUpShare()
  await send([{ name: 'a.txt', content: 'first' }])
  const line = [
    'share',
    '--password-file',
    join(localDir, '.password'),
    folderAddress,
    'a.txt',
    '--with-password',
  ]
  const { exitCode, stdoutBytes, stderrText } = startProgram(line, { ...contextOptions.env })
  expect(await exitCode).toBe(0)
  const link = stdoutBytes().toString()
  expect(link).toMatch(/^http:\S+\/download\/[\w-]{22}\n$/)
  const [, password = ''] = /^Password: (\w+)\n$/.exec(stderrText()) ?? []
  expect(await contentByLink(link.trim(), password)).toEqual({ 'a.txt': 'first' })

  const json: string[] = []
  jsonReporter((text) => json.push(text)).emit(createdLink(await runWithToken(line)))
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
    [[], 'Name what to share'],
    [['a.txt'], '--into'],
    [[folder], 'Name files of the folder'],
    [['a.txt', folder], 'as the first argument'],
    [[folder, 'a.txt', '--into', folder], '--into is for files of this disk'],
    [[folder, 'a.txt', '--name', 'b'], '--name is for files of this disk'],
    [['a.txt', '--into', folder, '--id', '7'], '--id is for files of a folder'],
    [[folder, '--id', '0x7'], '--id takes the number'],
    [['a.txt', '--into', 'https://files.example.org/upload/abc'], 'not the address of a folder'],
    [['a.txt', '--into', 'http://files.example.org/folders/view/7'], 'https'],
    [['-', '--into', folder], '--name'],
    [['-', '-', '--into', folder, '--name', 'a'], 'once only'],
    [['a.txt', '--name', 'b', '--into', folder], '--name needs -'],
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
