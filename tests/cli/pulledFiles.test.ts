import { expect, it, vi } from 'vitest'
import { scratchFolder } from '../server/scratchFolder.ts'

/** The error of writing what a disk has accepted before; null without one. */
let syncError: string | null = null
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    fsyncSync(descriptor: number) {
      if (syncError !== null) throw Object.assign(new Error('not written'), { code: syncError })
      real.fsyncSync(descriptor)
    },
  }
})

// A file of tests before may have loaded it without the mock.
vi.resetModules()
const { PulledFiles } = await import('../../cli/pull/pulledFiles.ts')

it('says that the disk is full also if it notices that late, and syncs once there is room', async () => {
  const address = { origin: 'https://a.example', id: 1 }
  const files = await PulledFiles.open(await scratchFolder(), address)
  files.add({ id: 1, name: 'a.txt', size: 1, sha256: 'ab', state: 'here' }, null)
  for (const code of ['ENOSPC', 'EDQUOT']) {
    syncError = code
    expect(() => files.sync()).toThrow(
      expect.objectContaining({ fault: { code: 'device-full', status: null } }),
    )
  }
  syncError = 'EIO'
  expect(() => files.sync()).toThrow('not written')
  syncError = null
  files.close()
})
