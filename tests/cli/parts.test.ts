import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Parts } from '../../cli/download/parts.ts'
import { partsFolder } from '../../cli/download/ourFolders.ts'
import { chunkBytes, MiB } from '../../contract/limits.ts'
import { scratchFolder } from '../server/scratch.ts'

const day = 24 * 3600 * 1000
const file = { id: 7, name: 'docs/a.bin', size: 20 * MiB, sha256: 'ab', root: 'cd' }

async function opened(root: string, now?: number): Promise<Parts> {
  const parts = await Parts.open(root, now)
  if (!parts) throw new Error('Another process has it.')
  return parts
}

/** A folder in which somebody has broken off after 9 MiB of `file`. */
async function brokenOff(): Promise<string> {
  const root = await scratchFolder()
  const parts = await opened(root)
  const part = parts.of(file)
  await part.write([randomBytes(9 * MiB)])
  await part.close()
  await parts.close()
  return root
}

const left = async (root: string) =>
  (await readdir(join(root, partsFolder)).catch(() => [])).filter((name) => !name.startsWith('owner-'))

async function bytesBegun(parts: Parts, entry: Parameters<Parts['of']>[0], twin?: number): Promise<number> {
  const part = parts.of(entry, twin)
  let bytes = 0
  for await (const { length } of part.begun()) bytes += length
  await part.close()
  return bytes
}

it('goes on with a file whose name is another by now, and leaves nothing of it under the first', async () => {
  const root = await brokenOff()
  const parts = await opened(root)
  expect(await bytesBegun(parts, { ...file, name: 'docs/a (2).bin' })).toBe(
    9 * MiB - ((9 * MiB) % chunkBytes),
  )
  expect(await left(root)).toEqual([expect.stringMatching(/^[0-9a-f]+\.a \(2\)\.bin$/)])
  await parts.close()
})

it('takes nothing of another file: other content, another number, or a second entry of the same', async () => {
  const root = await brokenOff()
  const parts = await opened(root)
  expect(await bytesBegun(parts, { ...file, sha256: 'ef' })).toBe(0)
  expect(await bytesBegun(parts, { ...file, id: 8 })).toBe(0)
  expect(await bytesBegun(parts, file, 1)).toBe(0)
  expect(await bytesBegun(parts, file)).toBeGreaterThan(8 * MiB)
  await parts.close()
})

it('keeps what nobody goes on with for 30 days', async () => {
  const root = await brokenOff()
  await (await opened(root, Date.now() + 29 * day)).close()
  expect(await left(root)).toHaveLength(1)
  await (await opened(root, Date.now() + 31 * day)).close()
  expect(await left(root)).toEqual([])
})
