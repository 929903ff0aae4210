import { describe, expect, it } from 'vitest'
import { jsonReporter } from '../../../../cli/reporters/jsonReporter.ts'
import type { OperatorRules } from '../../../../contract/operatorRules.ts'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { eventsOf } from '../../testContext.ts'
import { failureByFile, fetchFiles, messagesOfKind } from '../pull/setUpPull.ts'
import { createdLink, fetchByLink, runCommand, setUpShare } from '../share/setUpShare.ts'
import { printedText } from './printedText.ts'

const daySeconds = 24 * 3600
const minuteOf = (iso = '') => `${iso.slice(0, 16)}Z`
const afterDays = (from: string, days: number) =>
  new Date(Date.parse(from) + days * daySeconds * 1000).toISOString()

async function setUpRules(rules: Partial<OperatorRules> = {}) {
  const setup = await setUpShare({ services: { fixedRules: rules, trashDays: 7 } })
  return {
    ...setup,
    mkdir: (...line: string[]) => setup.runWithToken(['mkdir', setup.proxy.origin, 'Tax', ...line]),
    foldersOf: async () => (await setup.owner.browser.get('/api/folders/')).json<Folder[]>(),
  }
}

/** A folder with a file that stays, two that are deleted after a week, and one after 90 days. */
async function setUpDates(rules: Partial<OperatorRules> = {}) {
  const setup = await setUpRules(rules)
  const { owner, folder, server, runWithToken, folderAddress, send } = setup
  const setRetention = (retention_days: number | null) =>
    owner.browser.put(`/api/folders/${folder.id}`, { title: 'Tax', retention_days })
  await setRetention(null)
  await send([{ name: 'stays.txt', content: 's' }])
  await setRetention(7)
  await send(['a.txt', 'b.txt'].map((name) => ({ name, content: name })))
  await setRetention(90)
  await send([{ name: 'long.txt', content: 'l' }])
  const files = async () => {
    const listed = await fetchFiles(owner, folder.id)
    return Object.fromEntries(listed.map((file): [string, FileRecord] => [file.original_filename, file]))
  }
  return {
    ...setup,
    files,
    dates: async () =>
      Object.fromEntries(
        Object.values(await files()).map((file) => [file.original_filename, file.expires_at]),
      ),
    keep: (...line: string[]) => runWithToken(['keep', folderAddress, ...line]),
    /** The clean-up runs on that day as on all others. */
    eraseAfterDays: async (days: number) => {
      await server.app.housekeeping.sweep()
      for (let day = 0; day < days; day += 0.5) {
        server.passTime(daySeconds / 2)
        await server.app.housekeeping.sweep()
      }
    },
  }
}

describe('how long a new folder keeps files', () => {
  it.each<[string[], Partial<OperatorRules>, number | null]>([
    [['--keep', '30'], {}, 30],
    [['--keep', '30d'], { default_retention_days: 7 }, 30],
    [['--keep', 'always'], { default_retention_days: 7 }, null],
    [[], { default_retention_days: 7 }, 7],
    [[], {}, null],
  ])('is said by %j, with the rules %j', async (line, rules, days) => {
    const { mkdir, foldersOf } = await setUpRules(rules)
    const result = await mkdir(...line)
    const [made] = eventsOf(result, 'made')
    expect([result.code, made?.retention_days]).toEqual([0, days])
    const folder = (await foldersOf()).find(({ id }) => id === made?.id)
    expect(folder?.retention_days ?? null).toBe(days)
    expect(printedText(result.events, true)).toContain(
      days === null
        ? 'and keeps files until they are deleted by hand.\n'
        : `and deletes files ${days} days after they arrive.\n`,
    )
  })

  it.each(['0', '1.5', 'never', '36501', '-1', '7w', ''])('is not %j', async (text) => {
    const { mkdir, proxy } = await setUpRules()
    expect(await mkdir(`--keep=${text}`)).toMatchObject({
      code: 1,
      message: "--keep takes whole days, from 1 to 36500, such as 30d, or 'always'.",
    })
    expect(proxy.calls).toEqual([])
  })

  it('is at most what the rules say, and a refusal names option and maximum', async () => {
    const { mkdir, foldersOf, owner, runWithToken, proxy } = await setUpRules({ max_retention_days: 14 })
    const before = (await foldersOf()).length
    for (const text of ['15', 'always'])
      expect(await mkdir('--keep', text)).toMatchObject({
        code: 3,
        message: expect.stringMatching(
          /^Nothing was made\. .* Give --keep with at most 14 days\.$/,
        ) as string,
      })
    // A token that may not read the rules.
    const { token } = await newTokenClient(owner.browser, ['files:read', 'folders:write'])
    const line = ['mkdir', proxy.origin, 'Tax', '--keep', '15']
    expect(await runWithToken(line, { env: { SEALPOST_TOKEN: token } })).toMatchObject({
      code: 3,
      message: expect.stringContaining('Give --keep with a smaller number of days.') as string,
    })
    expect(await foldersOf()).toHaveLength(before)
    expect((await mkdir('--keep', '14')).code).toBe(0)
  })

  it('is never chosen otherwise by a server, nor by one that is too old', { timeout: 30_000 }, async () => {
    const { mkdir, proxy } = await setUpRules()
    for (const other of [undefined, 60]) {
      proxy.alterAnswer = (call, answer) =>
        call.startsWith('POST /api/folders') ? { ...(answer as Folder), retention_days: other } : undefined
      const { code, message, events } = await mkdir('--keep', '30')
      expect([code, events]).toEqual([3, []])
      expect(message).toContain(
        other ? 'deletes files 60 days' : 'It keeps files until they are deleted by hand',
      )
    }
    proxy.otherAnswer = (call) => {
      if (!call.startsWith('POST /api/folders')) return undefined
      const issue = { loc: ['body', 'retention_days'], msg: 'Unknown field.', type: 'unknown_field' }
      const body = JSON.stringify({ detail: [issue], code: 'unknownField' })
      return { status: 422, headers: { 'content-type': 'application/json' }, body }
    }
    expect(await mkdir('--keep', '30')).toMatchObject({
      code: 3,
      message: expect.stringMatching(
        /^Nothing was made\. This server does not delete files by date: /,
      ) as string,
    })
  })
})

describe('the dates of files', () => {
  it('are listed by ls in JSON, and as text with --verbose', async () => {
    const { runWithToken, folderAddress, dates } = await setUpDates()
    const listed = eventsOf(await runWithToken(['ls', folderAddress]), 'listed')
    const lines: string[] = []
    for (const event of listed) jsonReporter((line) => lines.push(line)).emit(event)
    const shown = lines.map((line) => JSON.parse(line) as { file: string; expires_at?: string })
    const expected = await dates()
    expect(Object.fromEntries(shown.map(({ file, expires_at }) => [file, expires_at]))).toEqual(expected)
    expect(shown.filter((line) => 'expires_at' in line)).toHaveLength(3)
    expect(printedText(listed, true)).toContain(
      `  a.txt, will be deleted from ${minuteOf(expected['a.txt'])} on\n`,
    )
    expect(printedText(listed)).toContain('  a.txt\n')
  })

  it('are put off by keep, and never brought forward', async () => {
    const { keep, dates } = await setUpDates()
    const before = await dates()
    const until = `${afterDays(before['a.txt'] ?? '', 20).slice(0, 16)}Z`
    const first = await keep('*', '--expires', until)
    expect([first.code, eventsOf(first, 'done').map(({ file }) => file)]).toEqual([0, ['a.txt', 'b.txt']])
    expect(messagesOfKind(first.events, 'note')).toEqual([
      '2 files kept as long already.',
      `2 files kept until ${until}.`,
    ])
    const iso = new Date(until).toISOString()
    expect(await dates()).toEqual({ ...before, 'a.txt': iso, 'b.txt': iso })
    expect((await keep('b.txt', '--expires', '8d')).code).toBe(0)
    const always = await keep('a.txt', '--expires', 'never')
    expect(messagesOfKind(always.events, 'note')).toEqual(['1 file kept until deleted by hand.'])
    expect(await dates()).toEqual({ ...before, 'a.txt': undefined, 'b.txt': iso })
  })

  it('are put off as far as the rules say', async () => {
    const rules: Partial<OperatorRules> = {}
    const { keep, dates } = await setUpDates(rules)
    rules.max_retention_days = 30
    const before = await dates()
    const refused = await keep('a.txt', '--expires', 'never')
    expect([refused.code, failureByFile(refused.events)]).toEqual([
      2,
      { 'a.txt': expect.stringContaining('limits how long files may be kept') as string },
    ])
    expect([messagesOfKind(refused.events, 'note'), await dates()]).toEqual([[], before])
    expect((await keep('a.txt', '--expires', '29d')).code).toBe(0)
  })

  it('need names, a time and the right to delete', async () => {
    const { keep, owner, runWithToken, folderAddress } = await setUpDates()
    expect(await keep('--expires', '30d')).toMatchObject({ code: 1 })
    expect(await keep('a.txt')).toMatchObject({
      code: 1,
      message: 'Say until when to keep the files, by --expires.',
    })
    expect(await keep('none.txt', '--expires', '30d')).toMatchObject({ code: 1 })
    const { token } = await newTokenClient(owner.browser, ['files:read'])
    const line = ['keep', folderAddress, 'a.txt', '--expires', '30d']
    expect(await runWithToken(line, { env: { SEALPOST_TOKEN: token } })).toMatchObject({
      code: 3,
      message: expect.stringContaining('keep needs the scopes files:read and files:delete') as string,
    })
  })

  it('are the end also in the trash, which rm says', async () => {
    const { runWithToken, folderAddress, owner, folder, dates, send } = await setUpDates()
    await owner.browser.put(`/api/folders/${folder.id}`, { title: 'Tax', retention_days: 3 })
    await send([{ name: 'soon.txt', content: 'soon' }])
    const end = minuteOf((await dates())['soon.txt'])
    const rm = (...names: string[]) => runWithToken(['rm', folderAddress, ...names], { answers: ['y'] })
    const mixed = await runWithToken(['rm', folderAddress, 'soon.txt', 'long.txt'], { answers: ['n'] })
    expect(mixed.context.questions[0]).toContain(`They can be restored at least until ${end}.`)
    const { context, events } = await rm('soon.txt')
    expect(context.questions[0]).toContain(`It can be restored until ${end}.`)
    expect(messagesOfKind(events, 'note')).toEqual([`1 file in the trash until ${end}.`])
    const [trashed] = eventsOf(await runWithToken(['trash', folderAddress]), 'listed')
    expect(minuteOf(trashed?.restorable_until)).toBe(end)
  })
})

describe('a download link', () => {
  const warningOf = (end = '') => expect.stringContaining(`deleted from ${minuteOf(end)} on`) as string

  it('says when its files go before it ends, and no more once they are kept', async () => {
    const { share, folderAddress, dates, keep } = await setUpDates()
    const { 'a.txt': end = '' } = await dates()
    const shareBoth = (expires: string) => share(folderAddress, 'a.txt', 'long.txt', '--expires', expires)
    const late = await shareBoth('30d')
    expect(createdLink(late).files_expire_at).toBe(end)
    expect(messagesOfKind(late.events, 'warning')).toEqual([warningOf(end)])
    expect(createdLink(await shareBoth('never')).files_expire_at).toBe(end)
    const soon = await shareBoth('3d')
    expect([createdLink(soon).files_expire_at, messagesOfKind(soon.events, 'warning')]).toEqual([null, []])
    await keep('a.txt', 'long.txt', '--expires', 'never')
    expect(createdLink(await shareBoth('never')).files_expire_at).toBeNull()
  })

  it('of files that were just sent says so, too, and get says it to recipients', async () => {
    const { share, folderAddress, owner, folder, dates, writeLocalFile, contextOptions } = await setUpDates()
    await owner.browser.put(`/api/folders/${folder.id}`, { title: 'Tax', retention_days: 3 })
    const file = await writeLocalFile('new.txt', 'new')
    const shared = createdLink(await share('--into', folderAddress, file, '--expires', '7d'))
    const { 'new.txt': end } = await dates()
    expect(shared.files_expire_at).toBe(end)
    const got = await runCommand(['get', '--list', shared.link], contextOptions)
    expect(messagesOfKind(got.events, 'note')).toContainEqual(warningOf(end))
    const { link } = createdLink(await share(folderAddress, 'stays.txt'))
    const stays = await runCommand(['get', '--list', link], contextOptions)
    expect(messagesOfKind(stays.events, 'note').join()).not.toContain('deleted')
    await fetchByLink(shared.link)
  })
})

describe('pull', () => {
  it('takes files that are erased by date for deleted ones', async () => {
    const { run, eraseAfterDays } = await setUpDates()
    expect((await run()).code).toBe(0)
    await eraseAfterDays(8)
    const { code, events } = await run()
    expect([code, messagesOfKind(events, 'warning'), failureByFile(events)]).toEqual([0, [], {}])
    expect(messagesOfKind(events, 'note').join()).toContain('2 files seen before are not listed any more.')
  })

  it('says that a file is gone that is erased between list and download, as if it was deleted', async () => {
    const { run, eraseAfterDays, proxy } = await setUpDates()
    let isErased = false
    proxy.alterAnswer = async (call) => {
      if (isErased || !call.startsWith('POST /api/folders/files/keys')) return
      isErased = true
      await eraseAfterDays(8)
    }
    const first = await run()
    expect([first.code, first.message, messagesOfKind(first.events, 'warning')]).toEqual([2, '', []])
    expect(failureByFile(first.events)).toEqual({ 'a.txt': 'fileNotFound', 'b.txt': 'fileNotFound' })
    const { code, events } = await run()
    expect([code, messagesOfKind(events, 'warning'), failureByFile(events)]).toEqual([0, [], {}])
  })
})

describe('files that are gone after the dates that this machine has read', () => {
  it.each(['pull', 'share'] as const)('are not missing for %s; others are', async (by) => {
    const { run, share, folderAddress, files, owner, proxy } = await setUpDates()
    const look = () => (by === 'pull' ? run() : share(folderAddress, '*'))
    const showDates = (dates: Readonly<Record<string, string>>) => {
      proxy.alterAnswer = (call, answer) =>
        call.endsWith('/files')
          ? (answer as FileRecord[]).map((file) => ({ ...file, expires_at: dates[file.original_filename] }))
          : undefined
    }
    const past = '2020-01-01T00:00:00.000Z'
    showDates({ 'a.txt': past, 'b.txt': past })
    expect((await look()).code).toBe(0)
    // Put off, and stays. The list of pull is another one.
    showDates({ 'a.txt': past, 'stays.txt': past })
    await owner.browser.post('/api/folders/files/delete?now=1', { file_ids: [await idOf('long.txt')] })
    expect(messagesOfKind((await look()).events, 'note').join()).toContain('1 file seen before is not listed')
    const ids = await Promise.all(['a.txt', 'b.txt', 'stays.txt'].map(idOf))
    await owner.browser.post('/api/folders/files/delete?now=1', { file_ids: ids })
    const { events } = by === 'pull' ? await run() : await share(folderAddress, '--id', '999')
    expect(messagesOfKind(events, 'note').join()).toContain('2 files seen before are not listed any more.')

    async function idOf(name: string) {
      return (await files())[name]?.id
    }
  })
})
