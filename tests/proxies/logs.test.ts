import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { parseTrustProxy } from '../../server/security/ipAddresses.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { startTestServer } from '../server/testServer.ts'
import { startApache } from './startApache.ts'
import { type ProxyKind, startProxy } from './startProxy.ts'
import { Visitor } from './visitor.ts'

const secret = 'a-token-that-opens-a-link'
const addresses = [
  `/upload/${secret}`,
  `/api/upload/${secret}`,
  `/api/upload/${secret}/files/${secret}/parts/1`,
  `/download/${secret}/and/${secret}`,
  `/api/download/${secret}/status`,
  `/api/auth/oidc/callback?code=${secret}&state=${secret}`,
  // What the server does not know may still be a link with a mistake in it.
  `//api/upload/${secret}`,
  `/api//download/${secret}`,
]

type Start = (server: string, folder: string) => Promise<string>
const starting =
  (kind: ProxyKind, instances: number): Start =>
  (server, folder) =>
    startProxy(kind, Array<string>(instances).fill(server), undefined, inject('certificate'), folder)

const starts: [string, Start, boolean][] = [
  ['nginx', starting('nginx', 1), true],
  ['nginx, for several', starting('nginx', 2), true],
  ['apache', (server, folder) => startApache(server, inject('certificate'), [], folder), true],
  // It logs what fails, and nothing else.
  ['caddy', starting('caddy', 1), false],
  ['caddy, for several', starting('caddy', 2), false],
]

async function written(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const texts = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return name !== 'configuration' && (await stat(path)).isFile() ? readFile(path, 'utf8') : ''
    }),
  )
  return texts.join('\n')
}

it.each(starts)('%s logs requests of links without what opens them', async (_name, start, logsAll) => {
  const folder = await scratchFolder()
  const server = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
  const visitor = await Visitor.at(await start(await server.listen(), folder))
  const ask = () => Promise.all([...addresses, '/api/look'].map((address) => visitor.request('GET', address)))
  await ask()
  if (logsAll) await expect.poll(() => written(folder)).toMatch(/GET \/api\/look HTTP\/2\.0" 200/)
  // What fails on the way to the server is logged in other places.
  await server.stop()
  await ask()
  await expect.poll(() => written(folder)).toMatch(/GET \/api\/look HTTP\/2\.0" 50[0-9]|"\/api\/look"/)
  const text = await written(folder)
  expect(text).toContain('/api/upload/')
  expect(text.split('\n').filter((line) => line.includes(secret))).toEqual([])
})
