import { randomBytes } from 'node:crypto'
import { link, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PartialFiles } from '../../cli/download/partialFiles.ts'
import { partialsFolder } from '../../cli/download/reservedFolders.ts'
import { chunkBytes, MiB } from '../../contract/limits.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const dayMs = 24 * 3600 * 1000
const largeEntry = { id: 7, name: 'docs/a.bin', size: 20 * MiB, sha256: 'ab', root: 'cd' }

async function openPartials(root: string, now?: number): Promise<PartialFiles> {
  const partials = await PartialFiles.open(root, now)
  if (!partials) throw new Error('Another process has it.')
  return partials
}

/** A folder in which somebody has broken off after 9 MiB of `file`. */
async function folderWithPartialFile(): Promise<string> {
  const root = await scratchFolder()
  const partials = await openPartials(root)
  const partial = partials.forEntry(largeEntry)
  await partial.write([randomBytes(9 * MiB)])
  await partial.close()
  await partials.close()
  return root
}

const remainingPartials = async (root: string) =>
  (await readdir(join(root, partialsFolder)).catch(() => [])).filter((name) => !name.startsWith('owner-'))

async function countExistingBytes(
  partials: PartialFiles,
  entry: Parameters<PartialFiles['forEntry']>[0],
  duplicateIndex?: number,
): Promise<number> {
  const partial = partials.forEntry(entry, duplicateIndex)
  let bytes = 0
  for await (const { length } of partial.readExistingChunks()) bytes += length
  await partial.close()
  return bytes
}

it('goes on with a file whose name is another by now, and leaves nothing of it under the first', async () => {
  const root = await folderWithPartialFile()
  const partials = await openPartials(root)
  expect(await countExistingBytes(partials, { ...largeEntry, name: 'docs/a (2).bin' })).toBe(
    9 * MiB - ((9 * MiB) % chunkBytes),
  )
  expect(await remainingPartials(root)).toEqual([expect.stringMatching(/^[0-9a-f]+\.a \(2\)\.bin$/)])
  await partials.close()
})

it('drops a partial file that is in its place already, and leaves that one alone', async () => {
  const root = await folderWithPartialFile()
  const [partial = ''] = await remainingPartials(root)
  await link(join(root, partialsFolder, partial), join(root, 'a.bin'))
  const partials = await openPartials(root)
  expect(await remainingPartials(root)).toEqual([])
  expect(await countExistingBytes(partials, largeEntry)).toBe(0)
  expect((await lstat(join(root, 'a.bin'))).size).toBe(9 * MiB)
  await partials.close()
})

it('takes nothing of another file: other content, another number, or a second entry of the same', async () => {
  const root = await folderWithPartialFile()
  const partials = await openPartials(root)
  expect(await countExistingBytes(partials, { ...largeEntry, sha256: 'ef' })).toBe(0)
  expect(await countExistingBytes(partials, { ...largeEntry, id: 8 })).toBe(0)
  expect(await countExistingBytes(partials, largeEntry, 1)).toBe(0)
  expect(await countExistingBytes(partials, largeEntry)).toBeGreaterThan(8 * MiB)
  await partials.close()
})

it('keeps what nobody goes on with for 30 days', async () => {
  const root = await folderWithPartialFile()
  await (await openPartials(root, Date.now() + 29 * dayMs)).close()
  expect(await remainingPartials(root)).toHaveLength(1)
  await (await openPartials(root, Date.now() + 31 * dayMs)).close()
  expect(await remainingPartials(root)).toEqual([])
})

it('keeps nothing of an archive, which is never gone on with', async () => {
  const root = await scratchFolder()
  const partials = await openPartials(root)
  const partial = partials.forArchive('all.zip')
  await partial.write([randomBytes(9 * MiB)])
  await partial.close()
  await partials.close()
  await (await openPartials(root)).close()
  expect(await remainingPartials(root)).toEqual([])
})

it('leaves a folder that somebody has made there alone, and takes it for no partial file', async () => {
  const root = await folderWithPartialFile()
  const [partial = ''] = await remainingPartials(root)
  await rm(join(root, partialsFolder, partial))
  await mkdir(join(root, partialsFolder, `${partial}.d`))
  const partials = await openPartials(root)
  expect(await countExistingBytes(partials, largeEntry)).toBe(0)
  await partials.close()
  expect((await remainingPartials(root)).sort()).toEqual([partial, `${partial}.d`])
})

it('opens while another process ends, which removes the folder', async () => {
  const root = await scratchFolder()
  const openAndClose = async () => {
    for (let round = 0; round < 200; round++) await (await PartialFiles.open(root))?.close()
  }
  await expect(Promise.all([openAndClose(), openAndClose()])).resolves.toBeDefined()
})
