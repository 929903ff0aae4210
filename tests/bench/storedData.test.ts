import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bytesBelow, StoredData, waitUntilDeleted } from '../../bench/setup/storedData.ts'
import { AdminApi } from '../../e2e/adminApi.ts'
import { TestServer } from '../../e2e/server.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

describe('what rounds of the bench store', () => {
  async function storing() {
    const dist = await scratchFolder()
    writeFileSync(join(dist, 'index.html'), 'the shell')
    vi.stubEnv('DIST_DIR', dist)
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await TestServer.start()
    onTestFinished(() => server.stop())
    const { api } = await AdminApi.signIn(server.origin)
    return { api, stored: new StoredData(api, server.dataDir) }
  }
  const files = [{ path: 'a.bin', content: Buffer.alloc(100_000) }]

  it(
    'is gone from the disk when the round is removed, and what others stored is not',
    { tags: 'thorough' },
    async () => {
      const { api, stored } = await storing()
      const { url } = await stored.linkOf('link', () => Promise.resolve(files))
      const ofLink = stored.bytes
      expect(ofLink).toBeGreaterThan(100_000)
      const remove = stored.prepareRemoval()
      const { id } = await api.storeInto('Round')
      await api.store([...files, ...files])
      expect(stored.bytes).toBeGreaterThan(ofLink + 200_000)
      await remove(id)
      expect(stored.bytes).toBe(ofLink)
      expect((await stored.linkOf('link', () => Promise.reject(new Error('stored again')))).url).toBe(url)
    },
  )

  it(
    'is gone when the scenario ends, with the files behind its links and what a failed round left',
    { tags: 'thorough' },
    async () => {
      const { api, stored } = await storing()
      const first = await stored.linkOf('first', () => Promise.resolve(files))
      await api.storeInto('Failed round')
      await api.store(files)
      await stored.clear()
      expect(stored.bytes).toBe(0)
      const again = await stored.linkOf('first', () => Promise.resolve(files))
      expect(again.token).not.toBe(first.token)
    },
  )
})

describe('waiting for a deletion', () => {
  it('ends when the bytes are gone, and fails with how many are left', async () => {
    const folder = join(await scratchFolder(), 'blobs')
    expect(bytesBelow(folder)).toBe(0)
    mkdirSync(join(folder, 'aa'), { recursive: true })
    writeFileSync(join(folder, 'kept'), Buffer.alloc(10))
    writeFileSync(join(folder, 'aa', 'round'), Buffer.alloc(32))
    await expect(waitUntilDeleted(folder, 10, 0)).rejects.toThrow('still has 32 bytes')
    const waiting = waitUntilDeleted(folder, 10)
    rmSync(join(folder, 'aa'), { recursive: true })
    await expect(waiting).resolves.toBeUndefined()
  })
})
