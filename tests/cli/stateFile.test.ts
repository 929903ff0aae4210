import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { syncFolder, writeFileAtomically } from '../../cli/platform/stateFile.ts'

async function makeTempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sealpost-state-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('writes a file whole, and leaves nothing else, however many write it at the same time', async () => {
  const folder = await makeTempFolder()
  const texts = Array.from('abcdefgh', (letter) => letter.repeat(10_000))
  await Promise.all(texts.map((text) => writeFileAtomically(join(folder, 'state.json'), text)))
  expect(texts).toContain(await readFile(join(folder, 'state.json'), 'utf8'))
  expect(await readdir(folder)).toEqual(['state.json'])
})

it('leaves nothing of a write that fails', async () => {
  const folder = await makeTempFolder()
  await mkdir(join(folder, 'state.json'))
  await expect(writeFileAtomically(join(folder, 'state.json'), 'a')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['state.json'])
})

it.runIf(existsSync('/proc/self'))(
  'takes folders that cannot be synced, as those of some disks',
  async () => {
    await expect(syncFolder('/proc/self')).resolves.toBeUndefined()
  },
)
