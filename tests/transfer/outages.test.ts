import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, it, vi } from 'vitest'
import { assertDefined } from '../../contract/assertDefined.ts'
import { MiB } from '../../contract/limits.ts'
import { startTcpProxy } from '../server/tcpProxy.ts'
import { scratchBucket } from '../server/scratchBucket.ts'
import { scratchDatabase } from '../server/scratchDatabase.ts'
import { startNodeUpload } from './nodeUpload.ts'
import { defaultNames, diskHashes, storedHashes, setUpTransfer, type TransferSetup } from './setUpTransfer.ts'

/** So long a service stays away: the sender has asked several times. */
const outageMs = 3000

/** Sends, takes a service away when some of it has come, and gives it back while the sender waits. */
async function expectUploadSurvives(
  setup: TransferSetup,
  leave: () => void,
  comeBack: () => void,
): Promise<void> {
  const reached = setup.proxy.holdAt(5 * MiB)
  const upload = await startNodeUpload(setup.batch)
  await reached
  leave()
  setup.proxy.resume()
  await vi.waitFor(
    () => expect(upload.events).toContainEqual({ type: 'connection', server: 'unreachable' }),
    60_000,
  )
  const ready = await setup.server.app.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  const status = await setup.server.app.inject(`/api/upload/${setup.folder.link_token}/status`)
  expect([200, 503]).toContain(status.statusCode)
  expect(status.body).not.toMatch(/ECONN|127\.0\.0\.1|Error:|bucket|postgres/)
  await delay(outageMs)
  expect(upload.failed()).toEqual({})
  comeBack()
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect(upload.stored()).toEqual(defaultNames)
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, defaultNames))
  expect((await setup.server.app.inject('/healthz')).statusCode).toBe(200)
}

it('an upload outlives a store that is down', async () => {
  const s3 = assertDefined(await scratchBucket())
  const road = await startTcpProxy(assertDefined(s3.endpoint))
  const setup = await setUpTransfer(undefined, { s3: { ...s3, endpoint: road.url } })
  await expectUploadSurvives(setup, road.close, road.open)
})

it('an upload outlives a database that is down', async () => {
  const road = await startTcpProxy(assertDefined(await scratchDatabase()))
  const setup = await setUpTransfer(undefined, { databaseUrl: road.url })
  await expectUploadSurvives(setup, road.close, road.open)
})

it("an upload outlives the store's refusal of our key", async () => {
  const uid = `u${randomBytes(6).toString('hex')}`
  const credentials = { accessKeyId: uid.toUpperCase(), secretAccessKey: randomBytes(16).toString('hex') }
  const ofUser = (what: string, ...rest: string[]) => {
    const ceph = ['-c', assertDefined(inject('objectStore')).CEPH_CONF, '-n', 'client.rgw.a']
    const { status } = spawnSync('radosgw-admin', [...ceph, 'user', what, `--uid=${uid}`, ...rest])
    expect(status).toBe(0)
  }
  ofUser(
    'create',
    '--display-name=x',
    `--access-key=${credentials.accessKeyId}`,
    `--secret-key=${credentials.secretAccessKey}`,
  )
  const setup = await setUpTransfer(undefined, { s3: assertDefined(await scratchBucket(credentials)) })
  await expectUploadSurvives(
    setup,
    () => ofUser('suspend'),
    () => ofUser('enable'),
  )
  expect(setup.server.logged()).not.toContain(credentials.secretAccessKey)
})
