import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SafePaths } from '../../../core/download/safeNames.ts'
import { zipLength, zipStream } from '../../../core/open/zipStream.ts'
import { unusedSource } from './sealedLibrary.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { installedExtractors } from '../../../e2e/extractors.ts'

/** What an uploader may call a file to reach outside the target, to hide it, or to make another overwrite it. */
const hostileNames = [
  ...['..', '.', '...', '', ' ', '/', '\\', '~', '-rf', '$(reboot)', '`x`', '%2e%2e', '*', '?', '|'],
  ...['../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/shadow', 'C:\\x', 'C:x', 'c:', '\\\\host\\share'],
  ...['\\\\?\\C:\\x', '//host/share', 'file:///etc/passwd', 'a/../../b', 'a/./b', './x', '.././x', 'x/..'],
  ...['CON', 'con.txt', 'PRN', 'aux.c', 'NUL', 'nul.tar.gz', 'COM1', 'com9.log', 'LPT1', 'CONIN$', 'COM¹'],
  ...['dot.', 'dots...', 'space ', ' lead', 'dot. .', '. .', 'a:b', 'a:$DATA', 'a<b>c', 'a"b', "a'b", 'a|b'],
  ...[
    '\u202Efdp.exe',
    'invoice\u202Excod.exe',
    '\u2066x\u2069.pdf',
    '\u200Bzero',
    'a\u00ADb',
    '\u061Cx',
    '\uFEFFbom',
  ],
  ...['new\nline', 'ret\rurn', 'nul\u0000byte', 'tab\there', '\u0007bell', '\u007f', '\u0085next', 'Icon\r'],
  ...['ä.txt', 'a\u0308.txt', 'Ä.TXT', 'ﬁ.txt', 'fi.txt', 'ß', 'ss', 'SS', 'İ', 'i', 'I', 'ı', 'K', '\u212A'],
  ...[
    'A.txt',
    'a.txt',
    'a.TXT',
    'A (2).txt',
    'a (2).txt',
    'a (2) (2).txt',
    '日本語.txt',
    '🎉.txt',
    '\ud800',
    '\udfff.x',
  ],
  ...[
    'x'.repeat(255),
    'x'.repeat(1000),
    'ä'.repeat(300),
    '🎉'.repeat(200),
    `${'y'.repeat(400)}.pdf`,
    `.${'z'.repeat(300)}`,
  ],
  ...[
    '__MACOSX',
    '.DS_Store',
    'desktop.ini',
    'Thumbs.db',
    '.htaccess',
    '.git',
    '$RECYCLE.BIN',
    'autorun.inf',
  ],
]
const hostileDirectories = [
  '.',
  '..',
  '../..',
  'a',
  'A',
  'a/b',
  'CON',
  'x/..',
  'C:/',
  `${'d'.repeat(200)}/${'e'.repeat(200)}`,
]

const hostilePaths = hostileDirectories.flatMap((path) => hostileNames.map((name) => ({ path, name })))

describe('an archive of hostile names', () => {
  const used = new SafePaths()
  const files = hostilePaths.map(({ path, name }, index) => ({
    name: used.add(path, name),
    content: new TextEncoder().encode(`content ${index}`),
  }))

  async function writeArchive() {
    const entries = files.map(({ name, content }) => ({ ...unusedSource, name, size: content.length }))
    // oxlint-disable-next-line typescript/require-await -- what a reader gives, without the reading
    async function* opened() {
      for (const [index, entry] of entries.entries()) {
        yield { index, entry, whole: [files[index]?.content ?? new Uint8Array()] }
      }
    }
    const pieces: Uint8Array[] = []
    const ignored = { onLeftOut: () => undefined, onOverhead: () => undefined, onWritten: () => undefined }
    for await (const piece of zipStream(zipLength(entries), opened(), ignored)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  it('has names enough to mean something, and a reader to try them with', () => {
    expect(hostilePaths.length).toBeGreaterThanOrEqual(300)
    expect(installedExtractors.length).toBeGreaterThan(0)
  })

  it('holds paths that Windows, macOS and Linux take, and no two that one of them takes for the same', () => {
    const known = new Set<string>()
    for (const { name } of files) {
      expect(name.length).toBeLessThan(240)
      for (const part of name.split('/')) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
        expect(part).not.toMatch(/^\.{0,2}$|[. ]$|[<>:"|?*\\\u0000-\u001f\u007f]/)
        expect(part).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i)
        expect(part).not.toMatch(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
      }
      known.add(name.normalize('NFC').toUpperCase().toLowerCase())
    }
    expect(known.size).toBe(files.length)
  })

  it.each(installedExtractors)('comes out whole and inside the target: $name', async ({ extract, test }) => {
    const scratch = await scratchFolder()
    const path = join(scratch, 'archive.zip')
    await writeFile(path, await writeArchive())
    await test(path)
    const target = join(scratch, 'outer', 'target')
    await mkdir(target, { recursive: true })
    await extract(path, target)

    const found = new Map<string, string>()
    for (const entry of await readdir(join(scratch, 'outer'), { recursive: true, withFileTypes: true })) {
      expect(entry.isFile() || entry.isDirectory()).toBe(true)
      const full = join(entry.parentPath, entry.name)
      if (entry.isFile()) found.set(relative(target, full), sha256(await readFile(full)))
    }
    expect(found).toEqual(new Map(files.map(({ name, content }) => [name, sha256(content)])))
  })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
