import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { lastBackupSetting } from '../../server/db/installation/installationState.ts'
import { cachedQuery } from '../../server/prometheus/cachedQuery.ts'
import { noMeters } from '../../server/metrics/meters.ts'
import { createLink, openLink, uploadFiles } from './links.ts'
import { scrape as scrapeAt, startMeteredServer } from './scrapes.ts'
import { startTestServer, verifier } from './testServer.ts'
import { uploadForm } from './uploads.ts'

const requestCountMetric = 'sealpost_http_request_duration_seconds_count'
const uploadRoute = '/api/upload/:link_token'

async function startServerWithFolder(payload: object = {}) {
  const server = await startMeteredServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder(payload)
  const sendFiles = async (names: Record<string, Buffer>, batchId?: string) => {
    const files = Object.entries(names).map(([name, bytes]) => ({ name, bytes }))
    const { payload: body, headers } = uploadForm({ files, ...(batchId !== undefined && { batchId }) })
    return fetch(`${server.origin}/api/upload/${folder.link_token}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
    })
  }
  return { server, browser, folder, sendFiles }
}

describe('the figures of a server', () => {
  it('grow by what was uploaded, to the byte, and a repeat confirms nothing', async () => {
    const { server, sendFiles } = await startServerWithFolder()
    const batchId = randomBytes(16).toString('base64url')
    const files = { a: randomBytes(1000), b: randomBytes(20_000) }
    expect((await sendFiles(files, batchId)).status).toBe(200)
    const once = await server.scrape()
    expect(once.value('sealpost_received_bytes_total')).toBe(21_000)
    expect(once.value('sealpost_files_confirmed_total')).toBe(2)
    expect(
      once.value(requestCountMetric, { kind: 'upload', route: uploadRoute, method: 'POST', status: '200' }),
    ).toBe(1)
    expect((await sendFiles(files, batchId)).status).toBe(200)
    const again = await server.scrape()
    expect(again.value('sealpost_received_bytes_total')).toBe(42_000)
    expect(again.value('sealpost_files_confirmed_total')).toBe(2)
    expect(again.value('sealpost_http_requests_in_progress')).toBe(0)
  })

  it('grow with each part that is stored', async () => {
    const { server, folder } = await startServerWithFolder()
    const url = `${server.origin}/api/upload/${folder.link_token}/files`
    const partSize = 20 * 262_160
    const begun = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size: partSize + 1000, part_size: partSize }),
    })
    const { upload_id: id } = (await begun.json()) as { upload_id: string }
    const put = (bytes: number) =>
      fetch(`${url}/${id}/parts/2`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
    expect((await put(999)).status).toBe(422)
    expect((await put(1000)).status).toBe(204)
    const scrape = await server.scrape()
    expect(scrape.value('sealpost_parts_stored_total')).toBe(1)
    expect(scrape.value('sealpost_received_bytes_total')).toBe(1000)
    expect(scrape.value('sealpost_installation_unfinished_uploads')).toBe(1)
  })

  it('grow by what was downloaded, to the byte, by an owner and through a link', async () => {
    const { server, browser, folder } = await startServerWithFolder()
    const ids = await uploadFiles(server.app, browser, folder, [{ name: 'a', bytes: randomBytes(300_000) }])
    const before = (await server.scrape()).value('sealpost_sent_bytes_total')
    const link = await createLink(browser, openLink(ids))
    await (await fetch(`${server.origin}/api/download/${link.link_token}/file/${ids[0]}`)).arrayBuffer()
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const own = `${server.origin}/api/folders/download/${ids[0]}`
    await (await fetch(own, { headers: { cookie } })).arrayBuffer()
    await (await fetch(own, { headers: { cookie, range: 'bytes=0-99' } })).arrayBuffer()
    await fetch(own, { method: 'HEAD', headers: { cookie } })
    await expect.poll(async () => (await server.scrape()).value('sealpost_downloads_completed_total')).toBe(2)
    const scrape = await server.scrape()
    expect(before).toBe(0)
    expect(scrape.value('sealpost_sent_bytes_total')).toBe(600_100)
    expect(scrape.value('sealpost_downloads_completed_total', { to: 'owner' })).toBe(1)
    expect(scrape.value('sealpost_downloads_completed_total', { to: 'link' })).toBe(1)
    expect(scrape.value(requestCountMetric, { kind: 'download', status: '206' })).toBe(1)
    expect(scrape.value('sealpost_http_requests_in_progress', { kind: 'download' })).toBe(0)
  })

  it('show what is under way, and what was cut', async () => {
    const { server, folder } = await startServerWithFolder()
    const { headers } = uploadForm({ files: [] })
    const call = request(`${server.origin}/api/upload/${folder.link_token}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 1000 },
    })
    const left = once(call, 'error')
    call.flushHeaders()
    const uploads = async () =>
      (await scrapeAt(server.figuresAt)).value('sealpost_http_requests_in_progress', { kind: 'upload' })
    await expect.poll(uploads).toBe(1)
    call.destroy()
    await left
    await expect.poll(uploads).toBe(0)
    expect((await server.scrape()).value(requestCountMetric, { route: uploadRoute, status: 'cut' })).toBe(1)
  })

  it('tell refusals by their reason', async () => {
    const { server, sendFiles, folder } = await startServerWithFolder({ link_password: verifier })
    expect((await sendFiles({ a: randomBytes(100) })).status).toBe(403)
    expect((await fetch(`${server.origin}/api/download/${'x'.repeat(22)}/status`)).status).toBe(404)
    const guess = async (path: string, body: object) => {
      const reply = await fetch(server.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return reply.status
    }
    const wrong = { username: 'admin', password: `v1.${'C'.repeat(43)}` }
    for (let i = 0; i < 5; i++) expect(await guess('/api/auth/token', wrong)).toBe(401)
    expect(await guess('/api/auth/token', wrong)).toBe(429)
    const gate = `/api/upload/${folder.link_token}/verify-password`
    expect(await guess(gate, { link_password: `v1.${'C'.repeat(43)}` })).toBe(401)
    const scrape = await server.scrape()
    const reasons = ['too_many', 'no_room', 'gate', 'sign_in'].map((reason) =>
      scrape.value('sealpost_refusals_total', { reason }),
    )
    expect(reasons).toEqual([1, 0, 2, 5])
    expect(
      scrape.value(requestCountMetric, { route: '/api/download/:link_token/status', status: '404' }),
    ).toBe(1)
  })

  it('tell what a sweep removed', async () => {
    const { server } = await startServerWithFolder()
    await server.services.db.insertInto('staged').values({ blob_key: 'x', renewed_at: '2000' }).execute()
    await server.app.housekeeping.sweep()
    const scrape = await server.scrape()
    expect(scrape.value('sealpost_sweep_removed_total', { kind: 'staged' })).toBe(1)
    expect(scrape.value('sealpost_sweeps_total', { outcome: 'done' })).toBe(1)
    const at = scrape.value('sealpost_installation_last_sweep_timestamp_seconds') ?? 0
    expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(600)
    server.services.blobs.sweep = () => Promise.reject(new Error('full'))
    await expect(server.app.housekeeping.sweep()).rejects.toThrow('full')
    expect((await server.scrape()).value('sealpost_sweeps_total', { outcome: 'failed' })).toBe(1)
  })

  it('tell what stands in the database and what waits there', async () => {
    const { server, folder, sendFiles } = await startServerWithFolder()
    await sendFiles({ a: randomBytes(1000), b: randomBytes(500) })
    await sendFiles({ c: randomBytes(100) })
    const { db } = server.services
    const notice = {
      folder_id: folder.id,
      kind: 'complete' as const,
      ...{ batch_id: null, link_id: null, files: 1, bytes: 1, refused: 0, sender_email: null },
      ...{ happened_at: '2026', made_at: '2026', due_at: '9' },
    }
    const people = await db.selectFrom('user').select('id').execute()
    await db
      .insertInto('notice')
      .values([
        { ...notice, user_id: people[0]?.id ?? 0, attempts: 0 },
        { ...notice, user_id: people[0]?.id ?? 0, attempts: 3 },
        { ...notice, user_id: null, attempts: 0 },
      ])
      .execute()
    await db.insertInto('garbage').values({ blob_key: 'x', created_at: '2026' }).execute()
    await db
      .insertInto('setting')
      .values({ name: lastBackupSetting, value: '2026-11-24T00:00:00.000Z' })
      .execute()
    const scrape = await server.scrape()
    const installationValue = (name: string, labels = {}) =>
      scrape.value(`sealpost_installation_${name}`, labels)
    expect({
      administrators: installationValue('administrators'),
      sessions: installationValue('sessions'),
      folders: installationValue('folders'),
      files: installationValue('files'),
      bytes: installationValue('file_bytes'),
      links: installationValue('download_links'),
      newMails: installationValue('notices_waiting', { by: 'mail', state: 'new' }),
      failedMails: installationValue('notices_waiting', { by: 'mail', state: 'retrying' }),
      newWebhooks: installationValue('notices_waiting', { by: 'webhook', state: 'new' }),
      failedWebhooks: installationValue('notices_waiting', { by: 'webhook', state: 'retrying' }),
      garbage: installationValue('garbage_keys'),
      backup: installationValue('last_backup_timestamp_seconds'),
      doubt: installationValue('clock_doubt'),
      answers: scrape.value('sealpost_database_answers'),
    }).toEqual({
      ...{ administrators: 1, sessions: 1, folders: 1, files: 3, bytes: 1600, links: 0 },
      ...{ newMails: 1, failedMails: 1, newWebhooks: 1, failedWebhooks: 0, garbage: 1 },
      ...{ backup: Date.UTC(2026, 10, 24) / 1000, doubt: 0, answers: 1 },
    })
    const isPostgres = server.services.database.connections !== undefined
    expect((scrape.value('sealpost_database_connections') ?? 0) > 0).toBe(isPostgres)
  })

  it('are still told, but for those of the database, when that does not answer', async () => {
    const { server } = await startServerWithFolder()
    await server.services.db.schema.alterTable('garbage').renameTo('gone').execute()
    const scrape = await server.scrape()
    expect(scrape.value('sealpost_database_answers')).toBe(0)
    expect(scrape.samples.filter(({ name }) => name.startsWith('sealpost_installation_'))).toEqual([])
    expect(scrape.value('sealpost_request_memory_limit_bytes')).toBeGreaterThan(0)
    await server.services.db.schema.alterTable('gone').renameTo('garbage').execute()
  })

  it('have no more series after requests to 200 made-up addresses', async () => {
    const { server } = await startServerWithFolder()
    const fetchAndDiscard = async (path: string, method = 'GET') => {
      await (await fetch(server.origin + path, { method })).arrayBuffer()
    }
    const made = () => randomBytes(16).toString('base64url')
    const round = async () => {
      for (const method of ['GET', 'POST', 'PROPFIND', 'REPORT']) {
        await fetchAndDiscard(`/${made()}`, method)
        await fetchAndDiscard(`/api/${made()}`, method)
        await fetchAndDiscard(`/assets/${made()}.js`, method)
      }
      await fetchAndDiscard(`/api/upload/${made()}/status`)
      await fetchAndDiscard(`/api/download/${made()}/file/1`)
      await fetchAndDiscard(`/upload/${made()}?${made()}`)
    }
    await round()
    const ours = async () =>
      (await server.scrape()).text.split('\n').flatMap((line) => /^sealpost_\S+/.exec(line) ?? [])
    const first = await ours()
    for (let i = 0; i < 14; i++) await round()
    expect(await ours()).toEqual(first)
  })

  it('hold no token, name or address', async () => {
    const { server, browser, folder } = await startServerWithFolder({ title: 'canary-title' })
    const ids = await uploadFiles(server.app, browser, folder, [
      { name: 'canary-name.txt', path: 'canary-folder', bytes: randomBytes(100) },
    ])
    const link = await createLink(browser, openLink(ids))
    const secrets = [folder.link_token, link.link_token, ...browser.cookies.values()]
    for (const path of [
      `/api/upload/${folder.link_token}/status`,
      `/api/download/${link.link_token}/status`,
      `/api/download/${link.link_token}/file/${ids[0]}`,
      `/upload/${folder.link_token}`,
      '/canary-path?canary=1',
    ])
      await (await fetch(server.origin + path, { headers: { 'user-agent': 'canary-agent' } })).arrayBuffer()
    const { text, samples } = await server.scrape()
    for (const secret of [...secrets, 'canary', 'admin"', '127.0.0.1', server.dataDir])
      expect(text.includes(secret), secret).toBe(false)
    // Labels are of a few kinds, and none of them is an address or a number of something.
    const ours = samples.filter(({ name }) => name.startsWith('sealpost_'))
    expect([...new Set(ours.flatMap(({ labels }) => Object.keys(labels)))].sort()).toEqual([
      'by',
      'kind',
      'le',
      'method',
      'outcome',
      'reason',
      'route',
      'state',
      'status',
      'to',
      'version',
    ])
  })

  it('are read at one address of their own port, and at none of the server', async () => {
    const { server } = await startServerWithFolder()
    const status = async (address: string, method = 'GET') => (await fetch(address, { method })).status
    expect(await status(server.figuresAt)).toBe(200)
    expect(await status(server.figuresAt, 'POST')).toBe(405)
    expect(await status(new URL('/', server.figuresAt).href)).toBe(404)
    expect(await status(new URL('/api/folders/', server.figuresAt).href)).toBe(404)
    const reply = await fetch(`${server.origin}/metrics`)
    expect(await reply.text()).not.toContain('sealpost_')
  })
})

/** Expressions of the ready dashboard, and the alerts as they stand. */
async function readMetricExpressions(): Promise<string[]> {
  const dashboard = await readFile('deploy/grafana/sealpost.json', 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
  const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return [...drawn, await readFile('deploy/prometheus-alerts.yml', 'utf8')]
}

describe('the dashboard and the alerts', () => {
  it('ask for nothing that a running server does not tell, by no label that it has not', async () => {
    const { server, sendFiles } = await startServerWithFolder()
    await sendFiles({ a: randomBytes(100) })
    await server.app.housekeeping.sweep()
    const value = new Date().toISOString()
    await server.services.db.insertInto('setting').values({ name: lastBackupSetting, value }).execute()
    const { types, samples } = await server.scrape()
    const all = await readMetricExpressions()
    // Of PostgreSQL, and of a disk: not every server has them.
    const mayBeMissing = ['sealpost_database_connections', 'sealpost_disk_free_bytes']
    const asked = all.flatMap((text) => [
      ...text.matchAll(/((?:sealpost|process|nodejs)_\w+)(?:\{([^}]*)\})?/g),
    ])
    for (const [, name = '', matchers = ''] of asked) {
      const found = samples.filter((sample) => sample.name === name)
      if (mayBeMissing.includes(name)) expect(types.has(name), name).toBe(true)
      else expect(found.length, name).toBeGreaterThan(0)
      for (const [, label = '', how, text = ''] of matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
        if (['instance', 'job'].includes(label) || found.length === 0) continue
        const labelValues = new Set(found.map(({ labels }) => labels[label]))
        expect(labelValues.has(undefined), `${name} by ${label}`).toBe(false)
        if (label === 'status') continue
        for (const one of how === '=~' ? text.split('|') : [text])
          expect(labelValues.has(one), `${name} of ${label} ${one}`).toBe(true)
      }
    }
    expect(asked.length).toBeGreaterThan(50)
    const labels = new Set(['instance', ...samples.flatMap((sample) => Object.keys(sample.labels))])
    const grouped = all.flatMap((text) => [...text.matchAll(/\bby \(([^)]*)\)/g)])
    for (const [, list = ''] of grouped)
      for (const label of list.split(', ')) expect(labels.has(label) || label === 'state', label).toBe(true)
  })

  it('draw every figure of our own', async () => {
    const { server } = await startServerWithFolder()
    const text = (await readMetricExpressions()).join('\n')
    const { types } = await server.scrape()
    const drawn = (name: string) => text.includes(name)
    expect([...types.keys()].filter((name) => name.startsWith('sealpost_') && !drawn(name))).toEqual([
      'sealpost_installation_administrators',
      'sealpost_installation_download_links',
    ])
  })
})

describe('the documentation', () => {
  it('names every figure of our own, and no other', async () => {
    const { types } = await (await startMeteredServer()).scrape()
    const text = await readFile('docs/operations/metrics.md', 'utf8')
    const rows = [...text.matchAll(/^\| `(sealpost_\w+)` /gm)].map(([, name]) => name)
    expect(rows.sort()).toEqual([...types.keys()].filter((name) => name.startsWith('sealpost_')).sort())
  })
})

describe('a server without figures', () => {
  it('counts nothing', async () => {
    const server = await startTestServer()
    expect(server.services.meters).toBe(noMeters)
    expect(await (await fetch(`${await server.listen()}/metrics`)).text()).not.toContain('sealpost_')
  })
})

describe('what is asked of the database', () => {
  it('is asked once for all who come within five seconds, and rarely where it takes long', async () => {
    let time = 0
    let asked = 0
    let takes = 0
    const ask = cachedQuery(
      () => {
        time += takes
        return Promise.resolve(++asked)
      },
      () => time,
    )
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
    time = 4999
    expect(await ask()).toBe(1)
    time = 5000
    takes = 200
    expect(await ask()).toBe(2)
    time += 19_999
    expect(await ask()).toBe(2)
    time += 1
    expect(await ask()).toBe(3)
  })

  it('is not known where it fails, and asked again after a while', async () => {
    let time = 0
    let fails = true
    const ask = cachedQuery(
      () => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(1)),
      () => time,
    )
    expect(await ask()).toBeUndefined()
    fails = false
    expect(await ask()).toBeUndefined()
    time = 5000
    expect(await ask()).toBe(1)
  })
})
