import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { scratchFolder } from './scratchFolder.ts'
import { scrape } from './scrapes.ts'
import { addressOf, spawnServer, type ServerProcess } from './serverProcess.ts'

const metricsUrlOf = (server: ServerProcess) =>
  /Figures for Prometheus are at ([^\s"]+)\.["\n]/.exec(server.printed())?.[1]

/** Ports on which a process listens, by IPv4. */
async function listeningPorts(pid: number): Promise<number[]> {
  const opened = await readdir(`/proc/${pid}/fd`)
  const names = await Promise.all(opened.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
  const sockets = new Set(names.flatMap((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1] ?? []))
  const lines = (await readFile(`/proc/${pid}/net/tcp`, 'utf8')).trim().split('\n').slice(1)
  const listening = '0A'
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === listening && sockets.has(inode))
    .map(([, address = '']) => parseInt(address.split(':')[1] ?? '', 16))
}

/** What a built program loads before it listens: its own files and packages. */
async function modulesLoadedBy(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found
  found.add(file)
  const text = await readFile(file, 'utf8')
  for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^\n]*?["']([^"'\n]+)["'];?$/gm)) {
    if (name.startsWith('.')) await modulesLoadedBy(resolve(dirname(file), name), found)
    else found.add(name)
  }
  return found
}

describe('METRICS_PORT', () => {
  it.runIf(process.platform === 'linux')('opens a second port where it is set, and none else', async () => {
    const without = await spawnServer(await scratchFolder())
    const { port } = new URL(await addressOf(without))
    expect(metricsUrlOf(without)).toBeUndefined()
    expect(await listeningPorts(without.child.pid ?? 0)).toEqual([Number(port)])

    const server = await spawnServer(await scratchFolder(), { METRICS_PORT: '0' })
    const origin = await addressOf(server)
    await expect.poll(() => metricsUrlOf(server)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    expect(await listeningPorts(server.child.pid ?? 0)).toHaveLength(2)
    await (await fetch(`${origin}/api/auth/users/me`)).text()
    const figures = metricsUrlOf(server) ?? ''
    await expect
      .poll(async () =>
        (await scrape(figures)).value('sealpost_http_request_duration_seconds_count', { status: '401' }),
      )
      .toBe(1)
    const metrics = await scrape(figures)
    expect(metrics.value('sealpost_info', { version: packageJson.version })).toBe(1)
    expect(metrics.value('sealpost_sweeps_total', { outcome: 'done' })).toBe(1)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('that is taken ends the start with a message', { tags: 'thorough' }, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const METRICS_PORT = String((other.address() as AddressInfo).port)
    const server = await spawnServer(await scratchFolder(), { METRICS_PORT, LOG_LEVEL: 'silent' })
    expect(await server.ended).toBe(1)
    expect(server.printed()).toContain(
      `Port ${METRICS_PORT} is in use already. Set METRICS_PORT to a free one.`,
    )
    const astray = await spawnServer(await scratchFolder(), { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' })
    expect(await astray.ended).toBe(1)
    expect(astray.printed()).toContain('METRICS_HOST 192.0.2.1 is not an address of this machine.')
  })

  it('alone has prom-client loaded', async () => {
    const [, program = ''] =
      /import\("\.\/(assets\/serve-[^"]+)"\)/.exec(await readFile('dist-server/main.js', 'utf8')) ?? []
    const loaded = await modulesLoadedBy(resolve('dist-server', program))
    expect(loaded).toContain('fastify')
    expect(loaded).not.toContain('prom-client')
    const chunks = await readdir('dist-server/assets')
    const texts = await Promise.all(chunks.map((name) => readFile(join('dist-server/assets', name), 'utf8')))
    expect(texts.filter((text) => /\b(?:from|import\()\s*"prom-client"/.test(text))).toHaveLength(1)
  })
})
