import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFirstLine, maxSecretBytes, readTextFile } from '../../cli/secrets.ts'
import { GiB } from '../../contract/limits.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

it('a secret is the first line of its file', async () => {
  const path = join(await scratchFolder(), 'secret')
  await writeFile(path, '\uFEFFa secret\r\nand more')
  expect(await readFirstLine(path)).toBe('a secret')
})

it.each(['utf-16le', 'utf-16be'] as const)(
  'a secret is read from %s, as PowerShell writes it',
  async (encoding) => {
    const path = join(await scratchFolder(), 'secret')
    const bytes = Buffer.from('\uFEFFa sécret\r\n', 'utf16le')
    await writeFile(path, encoding === 'utf-16le' ? bytes : bytes.swap16())
    expect(await readFirstLine(path)).toBe('a sécret')
  },
)

it.each([maxSecretBytes + 1, 4 * GiB])('a file of %i bytes is refused, however long it is', async (size) => {
  const path = join(await scratchFolder(), 'secret')
  await writeFile(path, '')
  await truncate(path, size)
  await expect(readTextFile(path)).rejects.toThrow(`${path} is longer than ${maxSecretBytes} bytes.`)
  await truncate(path, maxSecretBytes)
  expect(await readTextFile(path)).toHaveLength(maxSecretBytes)
})
