import SqliteDriver from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileRecord, Folder } from '../../contract/schemas/folders.ts'
import type { UploadResult } from '../../contract/schemas/uploads.ts'
import { cannotMount, cannotMountImage, mountFailingDisk, mountSmallDisk } from './mounts.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, spawnServer } from './serverProcess.ts'
import { startTestServer, type Browser, type TestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

const MiB = 1024 * 1024
const partSize = 20 * 262160
const outOfSpaceBody = { detail: 'The server has no room left for this upload.', code: 'outOfSpace' }
const storageUnavailableBody = {
  detail: 'The server cannot store anything at the moment. Please try again later.',
  code: 'storageUnavailable',
}

function newUploadClient(server: TestServer, folder: Folder) {
  const url = `/api/upload/${folder.link_token}`
  return {
    url,
    upload: (...contents: Buffer[]) =>
      server.app.inject({
        method: 'POST',
        url,
        ...uploadForm({ files: contents.map((bytes, i) => ({ name: `${i}`, bytes })) }),
      }),
    begin: async (size: number) => {
      const payload = { size, part_size: partSize }
      const reply = await server.app.inject({ method: 'POST', url: `${url}/files`, payload })
      return { reply, id: reply.json<{ upload_id?: string }>().upload_id ?? '' }
    },
    put: (id: string, n: number, payload: Buffer) =>
      server.app.inject({ method: 'PUT', url: `${url}/files/${id}/parts/${n}`, payload }),
    confirm: (id: string) =>
      server.app.inject({
        method: 'POST',
        url,
        ...uploadForm({ files: [{ name: 'large', reference: id }] }),
      }),
  }
}

/** Every file of the list can be read whole, no byte lies in the store beside them, and the database is sound. */
async function expectConsistent(server: TestServer, browser: Browser, folder: Folder, count: number) {
  const list = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  expect(list).toHaveLength(count)
  for (const file of list) {
    expect((await browser.get(`/api/folders/download/${file.id}`)).statusCode).toBe(200)
  }
  for (const table of ['staged', 'garbage'] as const) {
    expect(await server.services.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  expect(await server.storedFiles()).toHaveLength(count)
  const reader = new SqliteDriver(join(server.dataDir, 'sealpost.db'), { readonly: true })
  expect(reader.pragma('integrity_check', { simple: true })).toBe('ok')
  reader.close()
}

async function startServerOnSmallDisk(size: string) {
  const dataDir = join(await scratchFolder(), 'data')
  await mkdir(dataDir)
  await mountSmallDisk(dataDir, size)
  const server = await startTestServer({ dataDir })
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  return { server, browser, folder, ...newUploadClient(server, folder) }
}

it('a file of a form that cannot be synced takes the form with it, though those behind it could', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const { upload } = newUploadClient(server, folder)
  const { blobs } = server.services
  const openGroup = blobs.openGroup.bind(blobs)
  let othersClosed = 0
  blobs.openGroup = async (prefix) => {
    const group = await openGroup(prefix)
    return {
      ...group,
      putStream: async (key) => {
        const writer = await group.putStream(key)
        const close = writer.close.bind(writer)
        writer.close = key.endsWith('/0')
          ? async () => {
              await writer.abandon()
              await expect.poll(() => othersClosed).toBe(2)
              throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
            }
          : () => close().finally(() => othersClosed++)
        return writer
      },
    }
  }
  const failed = await upload(...Array.from({ length: 3 }, () => randomBytes(MiB)))
  expect([failed.statusCode, failed.json()]).toEqual([507, outOfSpaceBody])
  expect(await server.storedFiles()).toEqual([])
  expect(await server.openFiles()).toEqual([])
  await expectConsistent(server, browser, folder, 0)
})

describe.skipIf(cannotMount)(`a full disk ${cannotMount ?? ''}`, () => {
  it('ends uploads with a clear 507 before their bytes have come, and takes what fits', async () => {
    const { server, browser, folder, upload, begin } = await startServerOnSmallDisk('24m')
    const refused = await upload(randomBytes(30 * MiB))
    expect([refused.statusCode, refused.json()]).toEqual([507, outOfSpaceBody])
    const { reply } = await begin(30 * MiB)
    expect([reply.statusCode, reply.json()]).toEqual([507, outOfSpaceBody])
    expect((await upload(randomBytes(MiB))).statusCode).toBe(200)
    await expectConsistent(server, browser, folder, 1)
  })

  it('ends them with the same words when it gets full while bytes come, and leaves nothing of them', async () => {
    const { server, browser, folder, upload, begin, put, confirm } = await startServerOnSmallDisk('24m')
    // As if something else filled the disk between the look and the write.
    server.services.blobs.freeBytes = () => Promise.resolve(undefined)
    expect((await upload(randomBytes(MiB))).statusCode).toBe(200)
    const { id } = await begin(4 * partSize)
    expect((await put(id, 1, randomBytes(partSize))).statusCode).toBe(204)

    const streamed = await upload(randomBytes(100), randomBytes(28 * MiB))
    expect([streamed.statusCode, streamed.json()]).toEqual([507, outOfSpaceBody])
    for (const [count, bytes] of [
      [500, 48_000],
      [24, MiB],
    ] as const) {
      const many = await upload(...Array.from({ length: count }, () => randomBytes(bytes)))
      expect([many.statusCode, many.json()]).toEqual([507, outOfSpaceBody])
      expect(await server.openFiles()).toEqual([])
    }
    const filler = join(server.dataDir, 'filler')
    await writeFile(filler, Buffer.alloc(14 * MiB))
    const part = await put(id, 2, randomBytes(partSize))
    expect([part.statusCode, part.json()]).toEqual([507, outOfSpaceBody])
    expect(await server.storedFiles()).toHaveLength(2)

    await rm(filler)
    expect((await put(id, 2, randomBytes(partSize))).statusCode).toBe(204)
    await server.app.inject({
      method: 'DELETE',
      url: `/api/upload/${folder.link_token}/files/${id}`,
    })
    expect((await confirm(id)).json<UploadResult>().failed_files).toHaveLength(1)
    expect((await upload(randomBytes(4 * MiB))).statusCode).toBe(200)
    await expectConsistent(server, browser, folder, 2)
  })

  it('with no room even for the database: 507, the service lives, and all is well when there is room', async () => {
    const { server, browser, folder, upload, begin } = await startServerOnSmallDisk('8m')
    server.services.blobs.freeBytes = () => Promise.resolve(undefined)
    expect((await upload(randomBytes(1000))).statusCode).toBe(200)
    const filler = join(server.dataDir, 'filler')
    await writeFile(filler, Buffer.alloc(8 * MiB)).catch(() => undefined)

    // The log of the database may still have pages to use again; then none.
    let reply
    do reply = await browser.post('/api/folders/', { title: 'x', description: 'x'.repeat(4000) })
    while (reply.statusCode === 200)
    expect([reply.statusCode, reply.json()]).toEqual([507, outOfSpaceBody])
    for (const failed of [await upload(randomBytes(1000)), (await begin(1000)).reply]) {
      expect([failed.statusCode, failed.json()]).toEqual([507, outOfSpaceBody])
    }
    const ready = await server.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'the database cannot be written to' },
    ])
    expect((await browser.get(`/api/folders/${folder.id}/files`)).statusCode).toBe(200)
    expect((await browser.get('/api/folders/download/1')).statusCode).toBe(200)

    await rm(filler)
    server.passTime(2)
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await upload(randomBytes(1000))).statusCode).toBe(200)
    await server.app.housekeeping.sweep(server.services.now())
    expect(await server.services.db.selectFrom('upload').selectAll().execute()).toEqual([])
    await expectConsistent(server, browser, folder, 2)
  })
})

describe.skipIf(cannotMount)(`a store that is read-only ${cannotMount ?? ''}`, () => {
  it('answers uploads with a clear 503, downloads go on, and uploads work when it can be written again', async () => {
    const dataDir = join(await scratchFolder(), 'data')
    await mkdir(join(dataDir, 'blobs'), { recursive: true })
    const disk = await mountSmallDisk(join(dataDir, 'blobs'), '24m')
    const server = await startTestServer({ dataDir })
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const { upload, begin, put } = newUploadClient(server, folder)
    expect((await upload(randomBytes(1000))).statusCode).toBe(200)
    const { id } = await begin(1000)

    await server.app.housekeeping.whenIdle()
    await disk.remount('ro')
    for (const failed of [
      await upload(randomBytes(1000)),
      await upload(randomBytes(100_000)),
      (await begin(1000)).reply,
      await put(id, 1, randomBytes(1000)),
    ]) {
      expect([failed.statusCode, failed.json()]).toEqual([503, storageUnavailableBody])
    }
    // What could not be begun takes no place in the quota.
    expect(await server.services.db.selectFrom('upload').select('id').execute()).toEqual([{ id }])
    expect((await server.app.inject('/readyz')).json()).toEqual({
      status: 'unavailable',
      reason: 'the file store cannot be written to',
    })
    expect((await browser.get('/api/folders/download/1')).statusCode).toBe(200)

    await disk.remount('rw')
    server.passTime(2)
    expect((await server.app.inject('/readyz')).statusCode).toBe(200)
    expect((await put(id, 1, randomBytes(1000))).statusCode).toBe(204)
    expect((await upload(randomBytes(1000))).statusCode).toBe(200)
    await server.app.inject({ method: 'DELETE', url: `/api/upload/${folder.link_token}/files/${id}` })
    await server.app.housekeeping.sweep(server.services.now())
    await expectConsistent(server, browser, folder, 2)
  })

  it('stops the start with a message', async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'data'))
    const disk = await mountSmallDisk(join(folder, 'data'), '24m')
    await disk.remount('ro')
    const server = await spawnServer(folder)
    expect(await server.ended).toBe(1)
    expect(server.printed().trim()).toBe(
      `The data folder ${join(folder, 'data')} cannot be written to. Set DATA_DIR to one that can.`,
    )
  })
})

describe.skipIf(cannotMountImage)(`a disk that fails ${cannotMountImage ?? ''}`, () => {
  it(
    'is read-only from one moment to the next: 503, the service lives, and nothing confirmed is lost',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      await mkdir(join(folder, 'data'))
      const disk = await mountFailingDisk(join(folder, 'data'), join(folder, 'disk.img'))
      const start = async () => {
        const server = await spawnServer(folder, { ADMIN_PASSWORD: 'correct horse battery' })
        const origin = await addressOf(server)
        const fetchPath = (path: string, init?: RequestInit) => fetch(origin + path, init)
        const login = () => {
          const body = new URLSearchParams({ username: 'admin', password: 'correct horse battery' })
          return fetchPath('/api/auth/token', { method: 'POST', body })
        }
        const signIn = async () => {
          const cookies = (await login()).headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
          const [, token = ''] = /csrftoken=([^;]+)/.exec(cookies.join('; ')) ?? []
          return { cookie: cookies.join('; '), 'x-csrftoken': token }
        }
        return { server, fetchPath, login, signIn }
      }

      const first = await start()
      const headers = await first.signIn()
      const body = new URLSearchParams({ title: 'x' })
      const created = await first.fetchPath('/api/folders/', { method: 'POST', headers, body })
      const { id, link_token } = (await created.json()) as Folder
      const bytes = randomBytes(50_000)
      const upload = (server: typeof first) => {
        const { payload, headers } = uploadForm({ files: [{ name: 'a', bytes }] })
        return server.fetchPath(`/api/upload/${link_token}`, {
          method: 'POST',
          headers,
          body: payload as BodyInit,
        })
      }
      expect((await upload(first)).status).toBe(200)

      await disk.fail()
      for (const failed of [await upload(first), await first.login()]) {
        expect(failed.status).toBe(503)
        expect(await failed.json()).toEqual(storageUnavailableBody)
      }
      expect((await first.fetchPath('/readyz')).status).toBe(503)
      expect((await first.fetchPath(`/api/folders/${id}/files`, { headers })).status).toBe(200)
      first.server.child.kill('SIGTERM')
      expect(await first.server.ended).toBe(0)

      await disk.repair()
      const second = await start()
      expect((await upload(second)).status).toBe(200)
      const list = await second.fetchPath(`/api/folders/${id}/files`, { headers })
      expect(((await list.json()) as FileRecord[]).map((file) => file.original_filename)).toEqual(['a', 'a'])
      const download = await second.fetchPath('/api/folders/download/1', { headers })
      expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
      second.server.child.kill('SIGTERM')
      await second.server.ended
    },
  )
})
