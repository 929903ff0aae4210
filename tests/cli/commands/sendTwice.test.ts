import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { ArrivedFiles, rememberedDays } from '../../../cli/send/arrivedFiles.ts'
import { receiptHeadBytes } from '../../../cli/send/receiptFile.ts'
import { languages } from '../../../contract/languages.ts'
import { changeLanguage } from '../../../i18n/language.ts'
import { receiptText } from '../../../i18n/receiptText.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { toldMessages, toldEvents } from '../testContext.ts'
import { hashOf, runSend, sendScene, type SendScene, storedHashes } from './sendScene.ts'

const send = (its: SendScene, paths: readonly string[], options: Record<string, string | true> = {}) =>
  runSend(its, { args: [its.link, ...paths], options })

const receiptsIn = ({ at }: SendScene) => readdir(at('state/sealpost/receipts'))

it('sends a folder once, however often it is run: what has arrived and is as it was stays where it is', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await its.put('here/sub/b.txt', 'b')
  expect((await send(its, ['here'])).end).toBe(0)
  const bytes = its.proxy.bodyBytes
  const { end, context } = await send(its, ['here'])
  expect(end).toBe(0)
  expect(its.proxy.bodyBytes).toBe(bytes)
  expect(toldEvents(context, 'done')).toEqual([])
  expect(toldMessages(context)).toContain('2 files had arrived before')
  expect(await receiptsIn(its)).toHaveLength(1)
  expect((await readdir(its.at('here'))).sort()).toEqual(['a.txt', 'sub'])
})

it('sends what is new and what was changed since, in whichever paths it is named', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await its.put('here/b.txt', 'b')
  await send(its, ['here'])
  await its.put('here/b.txt', 'changed')
  await its.put('here/c.txt', 'c')
  const { context } = await send(its, ['here/a.txt', 'here/b.txt', 'here/c.txt'])
  expect(toldEvents(context, 'done').map(({ file }) => file)).toEqual(['b.txt', 'c.txt'])
  expect(await readFile(toldEvents(context, 'wrote')[0]?.path ?? '', 'utf8')).toContain('Total files: 2')
  const { context: third } = await send(its, ['here'])
  expect(toldEvents(third, 'done')).toEqual([])
})

it('sends by another link what has arrived by one', async () => {
  const its = await sendScene()
  await its.put('a.txt', 'a')
  await send(its, ['a.txt'])
  const folder = await its.admin.createFolder({ perform_mime_check: false })
  const { context } = await send({ ...its, link: `${its.proxy.origin}/upload/${folder.link_token}` }, [
    'a.txt',
  ])
  expect(toldEvents(context, 'done')).toHaveLength(1)
})

it.each([['again'], ['anew'], ['no-journal']])('sends all once more with --%s', async (option) => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await send(its, ['here'])
  const { end, context } = await send(its, ['here'], { [option]: true })
  expect(end).toBe(0)
  expect(toldEvents(context, 'done').map(({ file }) => file)).toEqual(['here/a.txt'])
})

it('sends none twice that arrived before an upload was broken off, by other paths either', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await send(its, ['here', 'missing'])
  const { context } = await send(its, ['here/a.txt'])
  expect(toldEvents(context, 'done')).toEqual([])
})

it('sends all once more with --again while a batch is kept, and names the command that does not', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  expect(toldMessages((await send(its, ['here', 'missing'])).context)).toContain(
    'the others are not sent twice',
  )
  const { context } = await send(its, ['here', 'missing'], { again: true })
  expect(toldEvents(context, 'done').map(({ file }) => file)).toEqual(['here/a.txt'])
  expect(toldMessages(context)).toContain('Run the same command without --again to try')
})

it('leaves out of what was begun what has arrived by other paths since', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await its.put('here/b.txt', 'b')
  const here = [its.link, 'here']
  await runSend(its, { args: here, hear: ({ event }, interrupt) => event === 'start' && interrupt() })
  expect(toldEvents((await send(its, ['here/a.txt'])).context, 'done')).toHaveLength(1)
  const { end, context } = await send(its, ['here'])
  expect([end, toldEvents(context, 'done').map(({ file }) => file)]).toEqual([0, ['here/b.txt']])
  expect(toldMessages(context)).toContain('1 file had arrived before')
})

it('sends what comes through a pipe always, and beside it only what is new', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  const piped = () =>
    runSend(
      its,
      { args: [its.link, '-', 'here'], options: { name: 'dump' } },
      { stdin: Readable.from([Buffer.from('dump')]) },
    )
  await piped()
  const done = toldEvents((await piped()).context, 'done')
  expect(done.map(({ file }) => file)).toEqual(['dump'])
  // It lay in a temporary file, which is gone.
  expect(done[0]).not.toHaveProperty('path')
})

it('sends a receipt that is named, or piped in, and leaves out those below folders', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await send(its, ['here'], { receipt: 'here/mine.log' })
  await its.put('here/b.txt', 'b')
  await send(its, ['here'], { receipt: 'here' })
  expect(await readdir(its.at('here'))).toHaveLength(4)
  const { end, context } = await send(its, ['here'], { again: true })
  expect(end).toBe(0)
  expect(Object.keys(await storedHashes(its)).filter((path) => !/[ab]( \(2\))?\.txt$/.test(path))).toEqual([])
  expect(toldMessages(context)).toContain('mine.log is a receipt')
  const named = await send(its, ['here/mine.log'])
  expect(toldEvents(named.context, 'done').map(({ file }) => file)).toEqual(['mine.log'])
  const piped = await runSend(
    its,
    { args: [its.link, '-'], options: { name: 'dump' } },
    { stdin: Readable.from([await readFile(its.at('here/mine.log'))]) },
  )
  expect(toldEvents(piped.context, 'done').map(({ file }) => file)).toEqual(['dump'])
})

it('knows a receipt in whichever language a page wrote it', async () => {
  const its = await sendScene()
  const file = { name: 'a', relativePath: '.', size: 1, fileHash: hashOf('a'), fileId: 7 }
  for (const language of languages) {
    await changeLanguage(language)
    const text = receiptText([file], new Date(), { title: 'x'.repeat(400), recipient: 'y' })
    await its.put(`here/${language}`, text)
    expect(Buffer.from(text).indexOf('\r\n', Buffer.from(text).indexOf('\r\n') + 1)).toBeLessThan(
      receiptHeadBytes,
    )
  }
  await changeLanguage('en')
  await its.put('here/text.txt', 'Upload Receipt\r\nof another kind\r\n')
  const { context } = await send(its, ['here'])
  expect(toldEvents(context, 'done').map(({ file: path }) => path)).toEqual(['here/text.txt'])
})

it('ends with 0 where all is stored and only its receipt is not, says so, and writes it the next time', async () => {
  const its = await sendScene()
  await its.put('a.txt', 'a')
  await mkdir(its.at('state/sealpost'), { recursive: true })
  await writeFile(its.at('state/sealpost/receipts'), 'a file in the place of the folder')
  const first = await send(its, ['a.txt'])
  expect(first.end).toBe(0)
  expect(toldMessages(first.context)).toContain('The receipt could not be written')
  await rm(its.at('state/sealpost/receipts'))
  const { end, context } = await send(its, ['a.txt'])
  expect([end, toldEvents(context, 'done').length, (await receiptsIn(its)).length]).toEqual([0, 0, 1])
})

const day = 24 * 60 * 60_000
const one = { path: '/a', name: 'a', folder: '.', size: 1, modified: '5' }
const onDisk = { path: '/a', size: 1, modified: 5n, device: 1n, inode: 1n }
const link = { origin: 'https://x', linkToken: 't' }

it('forgets what no command has seen for thirty days, and no sooner', async () => {
  const folder = await scratchFolder()
  const at = async (days: number) => ArrivedFiles.open(folder, link, { now: days * day })
  await (await at(0)).add([one])
  expect((await at(rememberedDays - 1)).recognize(onDisk)).toBe(true)
  expect((await at(rememberedDays + 1)).recognize(onDisk)).toBe(false)
  const seen = await at(rememberedDays - 1)
  seen.recognize(onDisk)
  await seen.add([])
  expect((await at(2 * rememberedDays - 2)).recognize(onDisk)).toBe(true)
})

it('knows the latest of more files than it keeps, and none of what it cannot read', async () => {
  const folder = await scratchFolder()
  const open = (now: number) => ArrivedFiles.open(folder, link, { now, maxFiles: 3 })
  expect(await (await open(0)).add(['/0', '/1', '/2'].map((path) => ({ ...one, path })))).toBe(0)
  expect(await (await open(1)).add([one])).toBe(1)
  const known = await open(2)
  expect([known.recognize(onDisk), known.recognize({ ...onDisk, path: '/0' })]).toEqual([true, false])
  const [name = ''] = (await readdir(folder)).filter((path) => path.endsWith('.json'))
  await writeFile(`${folder}/${name}`, '{"files":[["/a",1')
  expect((await open(3)).recognize(onDisk)).toBe(false)
})

it('forgets links of which nothing has been sent for so long', async () => {
  const folder = await scratchFolder()
  await (await ArrivedFiles.open(folder, link)).add([one])
  const [name = ''] = (await readdir(folder)).filter((path) => path.endsWith('.json'))
  const old = (Date.now() - (rememberedDays + 1) * day) / 1000
  await utimes(`${folder}/${name}`, old, old)
  await (await ArrivedFiles.open(folder, { ...link, linkToken: 'u' })).add([one])
  expect(await readdir(folder)).not.toContain(name)
})

it('keeps what two commands add at the same time', async () => {
  const folder = await scratchFolder()
  const [a, b] = [await ArrivedFiles.open(folder, link), await ArrivedFiles.open(folder, link)]
  await Promise.all([a.add([one]), b.add([{ ...one, path: '/b' }])])
  const known = await ArrivedFiles.open(folder, link)
  expect([known.recognize(onDisk), known.recognize({ ...onDisk, path: '/b' })]).toEqual([true, true])
})
