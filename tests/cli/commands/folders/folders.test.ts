import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReportEvent } from '../../../../cli/reporter.ts'
import { maxFilesPerDeletion, maxFilesPerLink } from '../../../../contract/limits.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { startProgram } from '../../get/startProgram.ts'
import { contentByPath, fetchFiles } from '../pull/setUpPull.ts'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { eventsOf, messagesOf } from '../../testContext.ts'
import { contentByLink, createdLink, runCommand, setUpShare } from '../share/setUpShare.ts'
import { printedText } from './printedText.ts'

describe('ls', () => {
  it('lists the folders of a server, with their addresses', async () => {
    const { runWithToken, proxy, owner, send, folder } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    const other = await owner.browser.createFolder({ title: 'Other' })
    const result = await runWithToken(['ls', `${proxy.origin}/dashboard`])
    expect(result.code).toBe(0)
    expect(eventsOf(result, 'folder').sort((a, b) => a.id - b.id)).toEqual([
      {
        event: 'folder',
        id: folder.id,
        title: 'Tax',
        address: expect.stringMatching(`/folders/view/${folder.id}$`) as string,
        files: 1,
        bytes: 5,
      },
      expect.objectContaining({ id: other.id, title: 'Other', files: 0 }),
    ])
    expect(printedText(result.events)).toContain(
      `5       1  ${proxy.origin}/folders/view/${folder.id}  Tax\n`,
    )
  })

  it('warns of upload links that this machine knows otherwise, and remembers new ones, without the key', async () => {
    const setup = await setUpShare()
    const { runWithToken, proxy, owner, folder } = setup
    const warnings = async () => {
      const { code, context } = await runWithToken(['ls', proxy.origin])
      return [code, messagesOf(context)]
    }
    const exchange = (tokens: Readonly<Record<number, string>>) => {
      proxy.alterAnswer = (call, answer) =>
        call.startsWith('GET /api/folders/?') || call === 'GET /api/folders/'
          ? (answer as Folder[]).map((one) => ({ ...one, link_token: tokens[one.id] ?? one.link_token }))
          : undefined
    }
    const lie = 'x'.repeat(22)
    // A machine that has opened no folder knows no link.
    exchange({ [folder.id]: lie })
    expect(await warnings()).toEqual([0, ''])
    exchange({})
    await setup.run()
    const other = await owner.browser.createFolder({ title: 'Bank' })
    expect(await warnings()).toEqual([0, ''])
    exchange({ [folder.id]: lie })
    expect(await warnings()).toEqual([
      0,
      expect.stringContaining(`Tax (number ${folder.id}): The server shows another upload link`) as string,
    ])
    exchange({ [other.id]: folder.link_token })
    expect(await warnings()).toEqual([
      0,
      expect.stringContaining(`Bank (number ${other.id}): The upload link of this folder is also`) as string,
    ])
    exchange({ [other.id]: lie })
    expect(await warnings()).toEqual([0, expect.stringContaining(`Bank (number ${other.id})`) as string])
  })

  it('lists the files of a folder, or those that are named', async () => {
    const { runWithToken, folderAddress, send } = await setUpShare()
    await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', path: 'x', content: 'second' },
    ])
    await send([{ name: 'a.txt', content: 'again' }])
    const files = async (...names: string[]) =>
      eventsOf(await runWithToken(['ls', folderAddress, ...names]), 'listed')
        .map(({ file }) => file)
        .sort()
    expect(await files()).toEqual(['a (2).txt', 'a.txt', 'x/b.txt'])
    expect(await files('x/*')).toEqual(['x/b.txt'])
    const [third] = eventsOf(await runWithToken(['ls', folderAddress, 'a (2).txt']), 'listed')
    expect(await files('--id', String(third?.id))).toEqual(['a (2).txt'])
    expect(await runWithToken(['ls', folderAddress, 'none'])).toMatchObject({ code: 1 })
  })

  it('commands no terminal, whatever folders and files are called', async () => {
    const { runWithToken, folderAddress, send, proxy, owner } = await setUpShare()
    await owner.browser.createFolder({ title: 'x\u202Efdp.exe' })
    await send([{ name: 'a\u202Efdp.exe', content: 'first' }])
    proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files')
        ? (answer as object[]).map((record) => ({ ...record, stored_filename: '1/a\u001b[2J\u202Eb' }))
        : undefined
    const [folders, files] = [
      await runWithToken(['ls', proxy.origin]),
      await runWithToken(['ls', folderAddress]),
    ]
    expect(printedText([...folders.events, ...files.events])).not.toMatch(/[\u001b\u202e]/)
    expect(printedText(files.events)).toContain('‹U+001B›')
  })

  it('is refused for another address, and for a token without the right', async () => {
    const { runWithToken, folderAddress, owner } = await setUpShare()
    for (const other of ['here', 'https://files.example.org/upload/abc', 'http://files.example.org'])
      expect(await runWithToken(['ls', other])).toMatchObject({ code: 1 })
    const { token } = await newTokenClient(owner.browser, ['files:delete'])
    expect(await runWithToken(['ls', folderAddress], { env: { SEALPOST_TOKEN: token } })).toMatchObject({
      code: 3,
      message: expect.stringContaining('ls needs the scope files:read') as string,
    })
  })
})

it('waits for a server that is away before it lists', async () => {
  const { runWithToken, proxy, folderAddress, send, folder } = await setUpShare()
  await send([{ name: 'a.txt', content: 'first' }])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const onEvent = ({ event }: ReportEvent) => {
    if (event !== 'wait') return
    proxy.isAway = false
    // Once the pause has begun.
    queueMicrotask(() => vi.advanceTimersByTime(1000))
  }
  const outcomes = []
  for (const line of [
    ['ls', proxy.origin],
    ['ls', folderAddress],
    ['links', folderAddress],
  ]) {
    proxy.isAway = true
    const { code, events } = await runWithToken(line, { onEvent })
    outcomes.push([code, ...events.map((one) => (one.event === 'folder' ? one.id : one.event))])
  }
  expect(outcomes).toEqual([
    [0, 'wait', 'resume', folder.id],
    [0, 'wait', 'resume', 'listed'],
    [0, 'wait', 'resume'],
  ])
})

describe('rm', () => {
  const files = [
    { name: 'a.txt', content: 'first' },
    { name: 'b.txt', content: 'second' },
  ]

  it('asks, names what it would delete, and deletes it', async () => {
    const { runWithToken, folderAddress, send, owner, folder } = await setUpShare()
    await send(files)
    const no = await runWithToken(['rm', folderAddress, '*'], { answers: ['n'] })
    expect([no.code, no.context.questions]).toEqual([3, ['Delete 2 files for good (a.txt, b.txt)? [y/N]']])
    expect(await fetchFiles(owner, folder.id)).toHaveLength(2)
    const yes = await runWithToken(['rm', folderAddress, 'a.txt'], { answers: ['y'] })
    expect([yes.code, eventsOf(yes, 'done').map(({ file }) => file)]).toEqual([0, ['a.txt']])
    expect((await fetchFiles(owner, folder.id)).map((one) => one.original_filename)).toEqual(['b.txt'])
  })

  it('without a terminal needs --yes, and asks nothing of the server before', async () => {
    const { runWithToken, folderAddress, send, owner, folder, proxy } = await setUpShare()
    await send(files)
    const before = proxy.calls.length
    expect(await runWithToken(['rm', folderAddress, 'a.txt'])).toMatchObject({
      code: 1,
      message: expect.stringContaining('--yes') as string,
    })
    expect(proxy.calls.length).toBe(before)
    expect(await runWithToken(['rm', folderAddress, 'a.txt', '--dry-run'])).toMatchObject({ code: 0 })
    expect(await fetchFiles(owner, folder.id)).toHaveLength(2)
    expect(await runWithToken(['rm', '--yes', folderAddress, 'a.txt'])).toMatchObject({ code: 0 })
    expect(await fetchFiles(owner, folder.id)).toHaveLength(1)
  })

  it('deletes nothing for a name that is missing, or that several have', async () => {
    const { runWithToken, folderAddress, send, owner, folder } = await setUpShare()
    await send([...files, { name: 'a.txt', path: 'x', content: 'third' }])
    for (const names of [['b.txt', 'none'], ['a.txt'], []])
      expect(await runWithToken(['rm', '--yes', folderAddress, ...names])).toMatchObject({ code: 1 })
    expect(await fetchFiles(owner, folder.id)).toHaveLength(3)
  })

  it('says what was deleted before a later portion failed', async () => {
    const { runWithToken, folderAddress, send, proxy } = await setUpShare()
    const [id = 0] = await send([{ name: 'a.txt', content: 'first' }])
    let requests = 0
    proxy.alterAnswer = (call, answer) => {
      if (call.endsWith('/files/delete'))
        return requests++ === 0 ? { message: '', errors: [] } : { not: 'it' }
      const [record] = call.endsWith('/files') ? (answer as object[]) : []
      return record && Array.from({ length: maxFilesPerDeletion + 1 }, (_, i) => ({ ...record, id: id + i }))
    }
    const result = await runWithToken(['rm', '--yes', folderAddress, '*'])
    expect([requests, result.code, eventsOf(result, 'done').length]).toEqual([2, 3, maxFilesPerDeletion])
    expect(eventsOf(result, 'note').map(({ message }) => message)).toEqual(['100,000 files deleted.'])
  })

  it('counts what the server does not delete as failed', async () => {
    const { runWithToken, folderAddress, send, proxy } = await setUpShare()
    const [first] = await send(files)
    proxy.alterAnswer = (call) =>
      call.endsWith('/files/delete') ? { errors: [{ file_id: first, error: 'Not yours.' }] } : undefined
    const result = await runWithToken(['rm', '--yes', folderAddress, '*'])
    expect([result.code, eventsOf(result, 'failed').map(({ file, why }) => [file, why])]).toEqual([
      2,
      [['a.txt', 'Not yours.']],
    ])
  })
})

describe('links', () => {
  it('lists links with what they allow, and without their keys; unlink ends them', async () => {
    const { runWithToken, share, folderAddress, send, dir, proxy } = await setUpShare()
    await send([{ name: 'a\u202Efdp.exe', content: 'first' }])
    const open = createdLink(await share(folderAddress, '*', '--expires', 'never'))
    const limited = createdLink(
      await share(
        folderAddress,
        '*',
        '--with-password',
        '--max-downloads',
        '3',
        '--expires',
        '2040-01-02T03:04Z',
      ),
    )
    const result = await runWithToken(['links', folderAddress])
    const listedLinks = eventsOf(result, 'link')
    expect(listedLinks.map(({ address: its }) => its)).toEqual([limited.link, open.link.split('#')[0]])
    const text = printedText(result.events)
    expect(text.split('\n')[0]).toMatch(
      / {2}expires 2040-01-02T03:04Z, used by 0 of 3, with a password: a‹U\+202E›fdp\.exe$/,
    )
    expect(text).not.toContain('#')

    // With its keys, as whoever made it has it: they are neither sent nor said.
    const unlinked = await runWithToken(['unlink', proxy.origin, open.link, limited.link])
    expect([unlinked.code, JSON.stringify(unlinked.events)]).toEqual([0, expect.not.stringContaining('#')])
    expect(eventsOf(await runWithToken(['links', folderAddress]), 'link')).toEqual([])
    await expect(contentByLink(open.link)).rejects.toThrow()
    const again = await runWithToken(['unlink', folderAddress, open.link])
    expect([again.code, eventsOf(again, 'failed').length]).toEqual([2, 1])
    expect(await runWithToken(['ls', folderAddress])).toMatchObject({ code: 0 })
    await expect(contentByPath(dir)).rejects.toThrow()
  })

  it('are changed by link edit: what an option names, and nothing else', { timeout: 30_000 }, async () => {
    const { runWithToken, share, folderAddress, send, proxy } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    const { link } = createdLink(await share(folderAddress, '*', '--title', 'Plans', '--expires', '1d'))
    const edit = (...more: string[]) => runWithToken(['link', 'edit', proxy.origin, link, ...more])
    const edited = await edit('--expires', '2040-01-02T03:04Z', '--max-downloads', '3')
    expect([edited.code, eventsOf(edited, 'changed')]).toMatchObject([0, [{ address: link.split('#')[0] }]])
    expect(JSON.stringify(edited.events)).not.toContain('#')
    const [listed] = eventsOf(await runWithToken(['links', folderAddress]), 'link')
    expect(listed).toMatchObject({ expires: '2040-01-02T03:04:00.000Z', max_downloads: 3 })
    expect(await contentByLink(link)).toEqual({ 'a.txt': 'first' })

    const unknown = await edit('--expires', '7d', `${link.split('/download/')[0]}/download/${'A'.repeat(22)}`)
    expect([unknown.code, eventsOf(unknown, 'changed').length, eventsOf(unknown, 'failed').length]).toEqual([
      ...[2, 1, 1],
    ])
    expect(await edit()).toMatchObject({ code: 1, message: expect.stringContaining('--expires') as string })

    proxy.otherAnswer = (call) => {
      if (!call.startsWith('PUT')) return undefined
      const issue = { loc: ['body', 'expiration_date'], msg: 'Unknown field.', type: 'unknown_field' }
      const body = JSON.stringify({ detail: [issue], code: 'unknownField' })
      return { status: 422, headers: { 'content-type': 'application/json' }, body }
    }
    expect(await edit('--expires', '7d')).toMatchObject({
      code: 3,
      message: expect.stringContaining('older than this program') as string,
    })
  })

  it('are read however many files they have', async () => {
    const { runWithToken, folderAddress, proxy } = await setUpShare()
    const link = {
      ...{ id: 1, link_token: 'A'.repeat(22), creation_date: '2026-01-01T00:00:00.000Z' },
      ...{ expiration_date: null, has_password: false, file_count: maxFilesPerLink, is_own: true },
      files: Array.from({ length: maxFilesPerLink }, (_, i) => 'n'.repeat(250) + String(i)),
      file_ids: Array.from({ length: maxFilesPerLink }, (_, i) => i + 1),
      ...{ download_count: 0, max_downloads: null, used_downloads: 0, named_people: null },
      ...{ title: null, message: null },
    }
    proxy.alterAnswer = (call) => (call.includes('/links/folder/') ? [link] : undefined)
    const result = await runWithToken(['links', folderAddress])
    expect(eventsOf(result, 'link').map(({ names }) => names.length)).toEqual([maxFilesPerLink])
    expect(printedText(result.events).length).toBeLessThan(2000)
  })

  it('command no terminal, whatever the server says of them', async () => {
    const { runWithToken, share, folderAddress, send, proxy } = await setUpShare()
    await send([{ name: 'a.txt', content: 'first' }])
    createdLink(await share(folderAddress, '*'))
    const hostile = '\u001b[2J\u202E\n'
    proxy.alterAnswer = (call, answer) =>
      call.includes('/links/folder/')
        ? (answer as object[]).map((link) => ({
            ...link,
            ...{ expiration_date: hostile, creation_date: hostile, files: [hostile] },
          }))
        : undefined
    const result = await runWithToken(['links', folderAddress])
    expect(result.code, result.message).toBe(0)
    const text = printedText(result.events)
    expect(text).not.toMatch(/[\u001b\u202e]/)
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toContain('expires ‹U+001B›[2J')
  })

  it.each([
    [['links'], 'not the address of a folder'],
    [['links', 'https://files.example.org/folders/view/7', 'more'], 'one folder only'],
    [['unlink', 'AAAAAAAAAAAAAAAAAAAAAA'], 'address of your server'],
    [['unlink', `https://a.example.org/download/${'A'.repeat(22)}`], 'address of your server'],
    [['unlink', 'https://a.example.org', 'AAAAAAAAAAAAAAAAAAAAAA'], 'addresses of download links'],
    [['unlink', 'https://a.example.org', 'https://a.example.org/download/A'], 'addresses'],
    [
      [
        'unlink',
        'https://a.example.org',
        `https://a.example.org/download/${'A'.repeat(22)}`,
        `https://b.example.org/download/${'A'.repeat(22)}`,
      ],
      'belongs to https://b.example.org, not to https://a.example.org',
    ],
    [
      [
        ...['unlink', '--link-file', 'link.txt', 'https://a.example.org'],
        `https://a.example.org/download/${'A'.repeat(22)}`,
      ],
      'not both',
    ],
    [['unlink', 'http://a.example.org', `http://a.example.org/download/${'A'.repeat(22)}`], 'https'],
    [['link', 'https://a.example.org'], 'link edit'],
    [['link', 'edit', 'https://a.example.org'], '--expires, --max-downloads'],
    [['rm', 'https://files.example.org/folders/view/7'], 'Name the files'],
  ])('are named unambiguously: %j', async (line, message) => {
    expect(await runCommand(line, {})).toMatchObject({
      code: 1,
      message: expect.stringContaining(message) as string,
    })
  })
})

it('the program lists to standard output, and says nothing else where nobody watches', async () => {
  const { folderAddress, send, contextOptions } = await setUpShare()
  await send([{ name: 'a.txt', content: 'first' }])
  const { exitCode, stdoutBytes, stderrText } = startProgram(['ls', folderAddress], { ...contextOptions.env })
  expect([await exitCode, stdoutBytes().toString(), stderrText()]).toEqual([0, '             5  a.txt\n', ''])
})
