import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { verifyReceipt } from '../../../cli/verifyReceipt/verifyReceipt.ts'
import { type ReceivedFile, receiptText } from '../../../i18n/receiptText.ts'
import { shownText } from '../../../contract/shownText.ts'
import { changeLanguage } from '../../../i18n/language.ts'
import { testContext } from '../testContext.ts'

let folder = ''
const pathOf = (...names: string[]) => join(folder, ...names)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-'))
  await mkdir(pathOf('photos', 'sub'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

/** Puts the files there, and a receipt of them. */
async function writeFilesAndReceipt(
  files: Record<string, string>,
  dates: Pick<ReceivedFile, 'expiresAt'> = {},
): Promise<void> {
  const received = Object.entries(files).map(([path, content], fileId) => ({
    ...dates,
    ...{ name: path.slice(path.lastIndexOf('/') + 1), fileId, size: content.length },
    relativePath: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.',
    fileHash: createHash('sha256').update(content).digest('hex'),
  }))
  for (const [path, content] of Object.entries(files)) await writeFile(pathOf(path), content)
  const head = { title: 'Holiday - 2 MB', ownerName: 'Anna 2', recipient: 'abandon ability' }
  await writeFile(pathOf('receipt.txt'), receiptText(received, new Date(), head))
}

const verify = async (...paths: string[]) => {
  const context = testContext(['verify-receipt', pathOf('receipt.txt'), ...paths])
  const code = await verifyReceipt(context)
  const failed = context.events.flatMap((one) => (one.event === 'failed' ? [one.file] : []))
  return { code, failed, done: context.events.filter(({ event }) => event === 'done').length }
}

const files = {
  'photos/a.jpg': 'a',
  'photos/sub/b - 1.00 MB': 'b',
  'photos/cod\u202egpj.exe': 'c',
  'photos/empty': '',
}

it('finds every file of a receipt as it was sent', async () => {
  await writeFilesAndReceipt(files)
  expect(await verify(pathOf('photos'))).toEqual({ code: exitCodes.success, failed: [], done: 4 })
  expect(await verify(folder)).toEqual({ code: exitCodes.success, failed: [], done: 4 })
})

it.each(['en', 'de'] as const)(
  'reads a receipt that says when files are deleted, in %s',
  async (language) => {
    await changeLanguage(language)
    await writeFilesAndReceipt(files, { expiresAt: '2026-12-07T10:00:00.000Z' })
    await changeLanguage('en')
    expect(await readFile(pathOf('receipt.txt'), 'utf8')).toContain('(2026-12-07T10:00:00.000Z)')
    expect(await verify(pathOf('photos'))).toEqual({ code: exitCodes.success, failed: [], done: 4 })
  },
)

it('reads a receipt in German', async () => {
  await changeLanguage('de')
  await writeFilesAndReceipt(files)
  await changeLanguage('en')
  expect(await verify(pathOf('photos'))).toEqual({ code: exitCodes.success, failed: [], done: 4 })
})

it('names what was changed and what is gone', async () => {
  await writeFilesAndReceipt(files)
  await writeFile(pathOf('photos', 'a.jpg'), 'b')
  await rm(pathOf('photos', 'sub', 'b - 1.00 MB'))
  expect(await verify(pathOf('photos'))).toEqual({
    code: exitCodes.someFailed,
    failed: ['photos/a.jpg', 'photos/sub/b - 1.00 MB'],
    done: 2,
  })
})

it('takes no file in another folder for the one that was sent', async () => {
  await writeFilesAndReceipt({ 'photos/sub/a.jpg': 'a' })
  await rm(pathOf('photos', 'sub', 'a.jpg'))
  await writeFile(pathOf('photos', 'a.jpg'), 'a')
  expect(await verify(pathOf('photos'))).toMatchObject({ code: exitCodes.someFailed, done: 0 })
})

it('compares a file that is named by itself', async () => {
  await writeFilesAndReceipt({ 'photos/a.jpg': 'a' })
  await writeFile(pathOf('a.jpg'), 'a')
  expect(await verify(pathOf('a.jpg'))).toMatchObject({ code: exitCodes.success, done: 1 })
})

it('reads a receipt of as many files as anybody sends', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12_000 }, (_, n) => [`photos/${n} of a holiday in the mountains.jpg`, 'a']),
  )
  await writeFilesAndReceipt({ 'photos/a.jpg': 'a' })
  const text = receiptText(
    Object.keys(many).map((path, fileId) => ({
      ...{ name: path.slice('photos/'.length), relativePath: 'photos', fileId, size: 1 },
      fileHash: createHash('sha256').update('a').digest('hex'),
    })),
    new Date(),
    { title: 'Holiday', ownerName: null, recipient: 'abandon ability' },
  )
  await writeFile(pathOf('receipt.txt'), text)
  expect(await verify(pathOf('photos'))).toMatchObject({ code: exitCodes.someFailed, done: 0 })
})

it.runIf(process.platform === 'linux')('finds a file whose name is not in UTF-8', async () => {
  await writeFilesAndReceipt({ 'photos/caf\ufffd': 'a' })
  await rm(pathOf('photos', 'caf\ufffd'))
  await writeFile(Buffer.concat([Buffer.from(`${pathOf('photos')}/caf`), Buffer.from([0xe9])]), 'a')
  expect(await verify(pathOf('photos'))).toMatchObject({ code: exitCodes.success, done: 1 })
})

it('ends where a path is not there', async () => {
  await writeFilesAndReceipt({ 'photos/a.jpg': 'a' })
  await expect(verify(pathOf('gone'))).rejects.toMatchObject({ exitCode: exitCodes.usage })
})

it('reads a receipt of an earlier version, with the checksum below each file', async () => {
  await writeFilesAndReceipt(files)
  const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
  const lines = Object.entries(files).map(
    ([path, content], at) =>
      `${at + 1}. ${shownText(path)} - 0.00 MB\r\n   SHA-256: ${hashOf(content)}\r\n   Confirmed by the server as file ${at}\r\n`,
  )
  await writeFile(pathOf('receipt.txt'), `Uploaded to: 2026\r\n\r\n${lines.join('')}\r\nTotal files: 4\r\n`)
  expect(await verify(pathOf('photos'))).toEqual({ code: exitCodes.success, failed: [], done: 4 })
})

it.each([
  ['lost a checksum', `1. a - 0.00 MB (0 B)\r\n\r\nTotal files: 1\r\n`],
  [
    'has checksums in another order',
    `1. a - 0.00 MB (0 B)\r\n2. b - 0.00 MB (0 B)\r\n\r\nTotal files: 2\r\n2. ${'0'.repeat(64)} #7\r\n1. ${'0'.repeat(64)} #8\r\n`,
  ],
  ['is none', 'Shopping list\r\n1. Milk\r\n'],
  ['lost a line', '1. a - 0.00 MB\r\n   Confirmed by the server as file 7\r\n\r\nTotal files: 1\r\n'],
  [
    'lost a file',
    `1. a - 0.00 MB\r\n   SHA-256: ${'0'.repeat(64)}\r\n   Confirmed by the server as file 7\r\n\r\nTotal files: 2\r\n`,
  ],
  [
    'lost its end',
    `1. a - 0.00 MB\r\n   SHA-256: ${'0'.repeat(64)}\r\n   Confirmed by the server as file 7\r\n`,
  ],
])('refuses a receipt that %s', async (_, text) => {
  await writeFile(pathOf('receipt.txt'), text)
  await expect(verify(folder)).rejects.toMatchObject({ name: 'CommandError', exitCode: exitCodes.usage })
})
