import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { ArrivedFiles, rememberedDays } from '../../../cli/send/arrivedFiles.ts'
import { receiptHeadBytes } from '../../../cli/send/receiptFile.ts'
import { languages } from '../../../contract/languages.ts'
import { changeLanguage } from '../../../i18n/language.ts'
import { receiptText } from '../../../i18n/receiptText.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { messagesOf, eventsOf } from '../testContext.ts'
import { hashOf, runSend, setUpSend, type SendSetup, storedHashes } from './setUpSend.ts'

const sendPaths = (setup: SendSetup, paths: readonly string[], options: Record<string, string | true> = {}) =>
  runSend(setup, { args: [setup.link, ...paths], options })

const listReceipts = ({ pathOf }: SendSetup) => readdir(pathOf('state/sealpost/receipts'))

it('sends a folder once, however often it is run: what has arrived and is as it was stays where it is', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/sub/b.txt', 'b')
  expect((await sendPaths(setup, ['here'])).outcome).toBe(0)
  const bytes = setup.proxy.bodyBytes
  const { outcome, context } = await sendPaths(setup, ['here'])
  expect(outcome).toBe(0)
  expect(setup.proxy.bodyBytes).toBe(bytes)
  expect(eventsOf(context, 'done')).toEqual([])
  expect(messagesOf(context)).toContain('2 files had arrived before')
  expect(await listReceipts(setup)).toHaveLength(1)
  expect((await readdir(setup.pathOf('here'))).sort()).toEqual(['a.txt', 'sub'])
})

it('sends what is new and what was changed since, in whichever paths it is named', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/b.txt', 'b')
  await sendPaths(setup, ['here'])
  await setup.writeFile('here/b.txt', 'changed')
  await setup.writeFile('here/c.txt', 'c')
  const { context } = await sendPaths(setup, ['here/a.txt', 'here/b.txt', 'here/c.txt'])
  expect(eventsOf(context, 'done').map(({ file }) => file)).toEqual(['b.txt', 'c.txt'])
  expect(await readFile(eventsOf(context, 'wrote')[0]?.path ?? '', 'utf8')).toContain('Total files: 2')
  const { context: third } = await sendPaths(setup, ['here'])
  expect(eventsOf(third, 'done')).toEqual([])
})

it('sends by another link what has arrived by one', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  await sendPaths(setup, ['a.txt'])
  const folder = await setup.admin.createFolder({ perform_mime_check: false })
  const { context } = await sendPaths(
    { ...setup, link: `${setup.proxy.origin}/upload/${folder.link_token}` },
    ['a.txt'],
  )
  expect(eventsOf(context, 'done')).toHaveLength(1)
})

it.each([['again'], ['anew'], ['no-journal']])('sends all once more with --%s', async (option) => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await sendPaths(setup, ['here'])
  const { outcome, context } = await sendPaths(setup, ['here'], { [option]: true })
  expect(outcome).toBe(0)
  expect(eventsOf(context, 'done').map(({ file }) => file)).toEqual(['here/a.txt'])
})

it('sends none twice that arrived before an upload was broken off, by other paths either', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await sendPaths(setup, ['here', 'missing'])
  const { context } = await sendPaths(setup, ['here/a.txt'])
  expect(eventsOf(context, 'done')).toEqual([])
})

it('sends all once more with --again while a batch is kept, and names the command that does not', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  expect(messagesOf((await sendPaths(setup, ['here', 'missing'])).context)).toContain(
    'the others are not sent twice',
  )
  const { context } = await sendPaths(setup, ['here', 'missing'], { again: true })
  expect(eventsOf(context, 'done').map(({ file }) => file)).toEqual(['here/a.txt'])
  expect(messagesOf(context)).toContain('Run the same command without --again to send')
})

it('leaves out of what was begun what has arrived by other paths since', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/b.txt', 'b')
  const here = [setup.link, 'here']
  await runSend(setup, { args: here, onEvent: ({ event }, interrupt) => event === 'start' && interrupt() })
  expect(eventsOf((await sendPaths(setup, ['here/a.txt'])).context, 'done')).toHaveLength(1)
  const { outcome, context } = await sendPaths(setup, ['here'])
  expect([outcome, eventsOf(context, 'done').map(({ file }) => file)]).toEqual([0, ['here/b.txt']])
  expect(messagesOf(context)).toContain('1 file had arrived before')
})

it('sends what comes through a pipe always, and beside it only what is new', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  const piped = () =>
    runSend(
      setup,
      { args: [setup.link, '-', 'here'], options: { name: 'dump' } },
      { stdin: Readable.from([Buffer.from('dump')]) },
    )
  await piped()
  const done = eventsOf((await piped()).context, 'done')
  expect(done.map(({ file }) => file)).toEqual(['dump'])
  // It lay in a temporary file, which is gone.
  expect(done[0]).not.toHaveProperty('path')
})

it('sends a receipt that is named, or piped in, and leaves out those below folders', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await sendPaths(setup, ['here'], { receipt: 'here/mine.log' })
  await setup.writeFile('here/b.txt', 'b')
  await sendPaths(setup, ['here'], { receipt: 'here' })
  expect(await readdir(setup.pathOf('here'))).toHaveLength(4)
  const { outcome, context } = await sendPaths(setup, ['here'], { again: true })
  expect(outcome).toBe(0)
  expect(Object.keys(await storedHashes(setup)).filter((path) => !/[ab]( \(2\))?\.txt$/.test(path))).toEqual(
    [],
  )
  expect(messagesOf(context)).toContain('mine.log is a receipt')
  const named = await sendPaths(setup, ['here/mine.log'])
  expect(eventsOf(named.context, 'done').map(({ file }) => file)).toEqual(['mine.log'])
  const piped = await runSend(
    setup,
    { args: [setup.link, '-'], options: { name: 'dump' } },
    { stdin: Readable.from([await readFile(setup.pathOf('here/mine.log'))]) },
  )
  expect(eventsOf(piped.context, 'done').map(({ file }) => file)).toEqual(['dump'])
})

it('knows a receipt in whichever language a page wrote it', async () => {
  const setup = await setUpSend()
  const file = { name: 'a', relativePath: '.', size: 1, fileHash: hashOf('a'), fileId: 7 }
  for (const language of languages) {
    await changeLanguage(language)
    const text = receiptText([file], new Date(), {
      ...{ title: 'x'.repeat(400), ownerName: null },
      recipient: 'y',
    })
    await setup.writeFile(`here/${language}`, text)
    expect(Buffer.from(text).indexOf('\r\n', Buffer.from(text).indexOf('\r\n') + 1)).toBeLessThan(
      receiptHeadBytes,
    )
  }
  await changeLanguage('en')
  await setup.writeFile('here/text.txt', 'Upload Receipt\r\nof another kind\r\n')
  const { context } = await sendPaths(setup, ['here'])
  expect(eventsOf(context, 'done').map(({ file: path }) => path)).toEqual(['here/text.txt'])
})

it('ends with 0 where all is stored and only its receipt is not, says so, and writes it the next time', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  await mkdir(setup.pathOf('state/sealpost'), { recursive: true })
  await writeFile(setup.pathOf('state/sealpost/receipts'), 'a file in the place of the folder')
  const first = await sendPaths(setup, ['a.txt'])
  expect(first.outcome).toBe(0)
  expect(messagesOf(first.context)).toContain('The receipt could not be written')
  await rm(setup.pathOf('state/sealpost/receipts'))
  const { outcome, context } = await sendPaths(setup, ['a.txt'])
  expect([outcome, eventsOf(context, 'done').length, (await listReceipts(setup)).length]).toEqual([0, 0, 1])
})

const dayMs = 24 * 60 * 60_000
const storedFile = { path: '/a', name: 'a', folder: '.', size: 1, modified: '5' }
const diskFile = { path: '/a', size: 1, modified: 5n, device: 1n, inode: 1n, hasBlocks: true }
const link = { origin: 'https://x', linkToken: 't' }

it('forgets what no command has seen for thirty days, and no sooner', async () => {
  const folder = await scratchFolder()
  const at = async (days: number) => ArrivedFiles.open(folder, link, { now: days * dayMs })
  await (await at(0)).add([storedFile])
  expect((await at(rememberedDays - 1)).recognize(diskFile)).toBe(true)
  expect((await at(rememberedDays + 1)).recognize(diskFile)).toBe(false)
  const seen = await at(rememberedDays - 1)
  seen.recognize(diskFile)
  await seen.add([])
  expect((await at(2 * rememberedDays - 2)).recognize(diskFile)).toBe(true)
})

it('knows the latest of more files than it keeps, and none of what it cannot read', async () => {
  const folder = await scratchFolder()
  const open = (now: number) => ArrivedFiles.open(folder, link, { now, maxFiles: 3 })
  expect(await (await open(0)).add(['/0', '/1', '/2'].map((path) => ({ ...storedFile, path })))).toBe(0)
  expect(await (await open(1)).add([storedFile])).toBe(1)
  const known = await open(2)
  expect([known.recognize(diskFile), known.recognize({ ...diskFile, path: '/0' })]).toEqual([true, false])
  const [name = ''] = (await readdir(folder)).filter((path) => path.endsWith('.json'))
  await writeFile(`${folder}/${name}`, '{"files":[["/a",1')
  expect((await open(3)).recognize(diskFile)).toBe(false)
})

it('forgets links of which nothing has been sent for so long', async () => {
  const folder = await scratchFolder()
  await (await ArrivedFiles.open(folder, link)).add([storedFile])
  const [name = ''] = (await readdir(folder)).filter((path) => path.endsWith('.json'))
  const old = (Date.now() - (rememberedDays + 1) * dayMs) / 1000
  await utimes(`${folder}/${name}`, old, old)
  await (await ArrivedFiles.open(folder, { ...link, linkToken: 'u' })).add([storedFile])
  expect(await readdir(folder)).not.toContain(name)
})

it('keeps what two commands add at the same time', async () => {
  const folder = await scratchFolder()
  const [a, b] = [await ArrivedFiles.open(folder, link), await ArrivedFiles.open(folder, link)]
  await Promise.all([a.add([storedFile]), b.add([{ ...storedFile, path: '/b' }])])
  const known = await ArrivedFiles.open(folder, link)
  expect([known.recognize(diskFile), known.recognize({ ...diskFile, path: '/b' })]).toEqual([true, true])
})
