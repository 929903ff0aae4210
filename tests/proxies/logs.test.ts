import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { parseTrustProxy } from '../../server/http/ipAddresses.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { startTestServer } from '../server/testServer.ts'
import { startApache } from './startApache.ts'
import { type ProxyKind, startProxy } from './startProxy.ts'
import { Visitor } from './visitor.ts'

const secretToken = 'a-token-that-opens-a-link'
const secretPaths = [
  `/upload/${secretToken}`,
  `/api/upload/${secretToken}`,
  `/api/upload/${secretToken}/files/${secretToken}/parts/1`,
  `/download/${secretToken}/and/${secretToken}`,
  `/api/download/${secretToken}/status`,
  `/api/auth/oidc/callback?code=${secretToken}&state=${secretToken}`,
  // What the server does not know may still be a link with a mistake in it.
  `//api/upload/${secretToken}`,
  `/api//download/${secretToken}`,
]

type StartProxy = (server: string, folder: string) => Promise<string>
const startOf =
  (kind: ProxyKind, instances: number): StartProxy =>
  (server, folder) =>
    startProxy(kind, Array<string>(instances).fill(server), undefined, inject('certificate'), folder)

const proxies: [string, StartProxy, boolean][] = [
  ['nginx', startOf('nginx', 1), true],
  ['nginx, for several', startOf('nginx', 2), true],
  ['apache', (server, folder) => startApache(server, inject('certificate'), [], folder), true],
  // It logs what fails, and nothing else.
  ['caddy', startOf('caddy', 1), false],
  ['caddy, for several', startOf('caddy', 2), false],
]

async function readLogs(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const texts = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return name !== 'configuration' && (await stat(path)).isFile() ? readFile(path, 'utf8') : ''
    }),
  )
  return texts.join('\n')
}

it.each(proxies)('%s logs requests of links without what opens them', async (_name, start, logsAll) => {
  const folder = await scratchFolder()
  const server = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
  const visitor = await Visitor.at(await start(await server.listen(), folder))
  const ask = () =>
    Promise.all([...secretPaths, '/api/look'].map((address) => visitor.request('GET', address)))
  await ask()
  if (logsAll) await expect.poll(() => readLogs(folder)).toMatch(/GET \/api\/look HTTP\/2\.0" 200/)
  // What fails on the way to the server is logged in other places.
  await server.stop()
  await ask()
  await expect.poll(() => readLogs(folder)).toMatch(/GET \/api\/look HTTP\/2\.0" 50[0-9]|"\/api\/look"/)
  const text = await readLogs(folder)
  expect(text).toContain('/api/upload/')
  expect(text.split('\n').filter((line) => line.includes(secretToken))).toEqual([])
})
