import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { announcedLifetimeSeconds, MiB } from '../../contract/limits.ts'
import { startTestServer, type TestServer } from '../server/testServer.ts'
import { startNodeUpload } from './nodeUpload.ts'
import {
  defaultNames,
  diskHashes,
  storedHashes,
  setUpTransfer,
  fileSizes,
  listUnfinishedUploads,
  uploadIdsThrough,
} from './setUpTransfer.ts'

it('stores every file once, as it is, and says the last of them last', async () => {
  const setup = await setUpTransfer()
  const upload = await startNodeUpload(setup.batch)
  await upload.over()
  expect(upload.stored()).toEqual(defaultNames)
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, defaultNames))
  expect(setup.proxy.endsBatch.indexOf(true)).toBe(setup.proxy.endsBatch.length - 1)
})

it(
  'comes through cuts, a failing gateway and lost answers, and sends nothing to a second key',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpTransfer()
    const { proxy } = setup
    proxy.badGatewayShare = 0.3
    const reached = proxy.holdAt(5 * MiB)
    const upload = await startNodeUpload(setup.batch)
    await reached
    proxy.cutConnections()
    await vi.waitFor(
      () => expect(upload.events).toContainEqual({ type: 'connection', server: 'unreachable' }),
      60_000,
    )
    proxy.acceptConnections()
    proxy.dropAnswerTo(({ method, url }) => method === 'PUT' && url?.includes('/parts/') === true)
    await vi.waitFor(() => expect(proxy.droppedAnAnswer).toBe(true), 60_000)
    proxy.dropAnswerTo(({ method, url }) => method === 'POST' && url?.endsWith('/files') === false)
    await upload.over()
    expect(proxy.droppedAnAnswer).toBe(true)
    expect(upload.failed()).toEqual({})
    expect(await storedHashes(setup)).toEqual(await diskHashes(setup, defaultNames))
    expect(uploadIdsThrough(proxy).size).toBe(1)
  },
)

it('waits for a slow server, and takes a pause meanwhile for no failure', { tags: 'thorough' }, async () => {
  const names = ['large.bin'] as const
  const setup = await setUpTransfer(names)
  const { proxy } = setup
  const parts = 4
  proxy.holdAnswers()
  const upload = await startNodeUpload(setup.batch)
  await vi.waitFor(() => expect(proxy.heldAnswers).toBe(parts), 60_000)
  upload.run.pause()
  upload.run.resume()
  await vi.waitFor(() => expect(proxy.heldAnswers).toBe(2 * parts), 60_000)
  proxy.releaseAnswers()
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect(upload.events.filter(({ type }) => type === 'connection')).toEqual([])
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, names))
  expect([...proxy.partTransfers.values()]).toEqual([2, 2, 2, 2])
})

async function expectSmallerPieces(answersTooLarge: boolean) {
  const setup = await setUpTransfer(['a.bin', 'manyParts.bin'])
  setup.proxy.maxBodyBytes = 5.5 * MiB
  setup.proxy.answersTooLarge = answersTooLarge
  const upload = await startNodeUpload(setup.batch)
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect(setup.proxy.tooLargeCounts.PUT).toBeGreaterThan(0)
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['a.bin', 'manyParts.bin']))
  // Nothing of the parts that were too large is left.
  await vi.waitFor(async () => expect(await listUnfinishedUploads(setup)).toEqual([]), 60_000)
}

it('sends what a proxy refuses for its size in smaller pieces', () => expectSmallerPieces(true))

it('sends what a proxy cuts off for its size in smaller pieces', { tags: 'thorough' }, () =>
  expectSmallerPieces(false),
)

it('fails a file that changes while it is sent, and that one alone; nothing of it stays', async () => {
  const setup = await setUpTransfer(['a.bin', 'longer.bin'])
  const reached = setup.proxy.holdAt(MiB)
  const upload = await startNodeUpload(setup.batch, 2)
  await reached
  await writeFile(setup.pathOf('longer.bin'), randomBytes(fileSizes['longer.bin']))
  setup.proxy.resume()
  await upload.over()
  expect(upload.failed()).toEqual({ 'longer.bin': 'file-changed' })
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['a.bin']))
  await vi.waitFor(async () => expect(await listUnfinishedUploads(setup)).toEqual([]), 60_000)
})

it('waits at a gate that closes, and goes on with the same upload when it is passed', async () => {
  const setup = await setUpTransfer(['a.bin', 'large.bin'])
  const { admin, folder, proxy } = setup
  const reached = proxy.holdAt(2 * MiB)
  const upload = await startNodeUpload(setup.batch, 2)
  await reached
  const link_password = 'open sesame'
  await admin.put(`/api/folders/${folder.id}`, { ...folder, link_password })
  proxy.resume()
  await vi.waitFor(() => expect(upload.events).toContainEqual({ type: 'gate', isClosed: true }), 30_000)
  const passed = await upload.server.exchange({
    ...{ method: 'POST', url: `/api/upload/${folder.link_token}/verify-password` },
    ...{
      contentType: 'application/json',
      body: [new TextEncoder().encode(JSON.stringify({ link_password }))],
    },
  })
  expect(passed.status).toBe(200)
  upload.run.passGate()
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['a.bin', 'large.bin']))
})

it(
  'begins a file anew whose announcement ended before its first part came',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpTransfer(['large.bin'])
    const reached = setup.proxy.holdAt(MiB)
    const upload = await startNodeUpload(setup.batch)
    await reached
    setup.server.passTime(announcedLifetimeSeconds + 1)
    setup.proxy.resume()
    await upload.over()
    expect(upload.failed()).toEqual({})
    expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['large.bin']))
  },
)

it('ends files that the folder has no room for, and stores the others', async () => {
  const setup = await setUpTransfer(defaultNames, { folderQuotaBytes: 10 * MiB })
  const upload = await startNodeUpload(setup.batch)
  await upload.over()
  expect(upload.failed()).toEqual({ 'large.bin': 'linkQuota' })
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['a.bin', 'b.bin']))
})

it('outlives a restart of the server', async () => {
  const setup = await setUpTransfer()
  const { server, proxy } = setup
  const port = Number(new URL(addressOf(server)).port)
  const reached = proxy.holdAt(10 * MiB)
  const upload = await startNodeUpload(setup.batch)
  await reached
  proxy.cutConnections()
  await server.app.close()
  const again = await startTestServer({ dataDir: server.dataDir })
  await again.app.listen({ port, host: '127.0.0.1' })
  proxy.acceptConnections()
  await upload.over()
  expect(upload.failed()).toEqual({})
  const admin = await again.newBrowser().signIn('admin')
  expect(await storedHashes({ ...setup, admin })).toEqual(await diskHashes(setup, defaultNames))
})

const addressOf = (server: TestServer) => {
  const address = server.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen.')
  return `http://127.0.0.1:${address.port}`
}
