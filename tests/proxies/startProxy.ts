import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '../../e2e/server.ts'
import type { CertificateFiles } from '../../scripts/makeCertificate.ts'

export const proxyKinds = ['caddy', 'nginx'] as const
export type ProxyKind = (typeof proxyKinds)[number]

const deployFolder = fileURLToPath(new URL('../../deploy', import.meta.url))

export interface ProxyLimits {
  /** Of one request, MB. */
  bodyLimit: number
  /** Of every time-out that there is. Caddy's are for the whole of a request, nginx's for the time between two pieces. */
  seconds: number
  /** Requests and answers are collected before they are passed on. */
  collects?: true
}

/** What many an organisation's proxy is set to. */
export const strictLimits: ProxyLimits = { bodyLimit: 50, seconds: 60 }

/**
 * A proxy with the configuration that we ship, but for names, ports and certificate, in front of servers of ours; ends
 * with the test.
 * @param servers their origins, http://…; several get the configuration for several
 * @param strictness instead of what we ship
 * @param folder where it writes, its output too (`output`)
 * @returns its origin, https://localhost:…
 */
export async function startProxy(
  kind: ProxyKind,
  servers: readonly string[],
  strictness?: ProxyLimits,
  certificate: CertificateFiles = inject('certificate'),
  folder?: string,
): Promise<string> {
  folder ??= await mkdtemp(join(tmpdir(), 'sealpost-proxy-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const addresses = servers.map((origin) => new URL(origin).host)
  const configure = { caddy: caddyfile, nginx: nginxConf }[kind]
  const file = join(folder, 'configuration')
  await writeFile(file, await configure({ folder, port, addresses, strictness, certificate }))
  const commands: Record<ProxyKind, [string, ...string[]]> = {
    caddy: ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    nginx: ['/usr/sbin/nginx', '-p', folder, '-e', join(folder, 'errors'), '-c', file],
  }
  const [program, ...args] = commands[kind]
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = createWriteStream(join(folder, 'output'))
  const streams = [child.stdout, child.stderr]
  for (const stream of streams) stream.pipe(output, { end: false })
  onTestFinished(async () => {
    await endProcess(child)
    for (const stream of streams) stream.unpipe(output)
    output.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  await waitUntilListening(child, port, kind)
  return `https://localhost:${port}`
}

interface ProxySetup {
  folder: string
  port: number
  addresses: readonly string[]
  strictness: ProxyLimits | undefined
  certificate: CertificateFiles
}

async function caddyfile(place: ProxySetup): Promise<string> {
  const { folder, port, addresses, strictness } = place
  const { certificate, key } = place.certificate
  // Its own `request_body` answers 502 up to version 2.6.
  const limits =
    strictness &&
    `\t@large header_regexp Content-Length ${atLeast(strictness.bodyLimit * 1e6)}\n\trespond @large 413\n`
  const all = ['read_body', 'read_header', 'write', 'idle'].map((name) => `${name} ${strictness?.seconds}s`)
  const patience = `\tservers {\n\t\ttimeouts {\n\t\t\t${all.join('\n\t\t\t')}\n\t\t}\n\t}\n`
  const answers = `response_header_timeout ${strictness?.seconds}s`
  const site = changeConfiguration(await readShipped('Caddyfile', addresses), [
    [
      /^files\.example\.org \{\n/m,
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n${limits ?? ''}`,
    ],
    addresses.length > 1
      ? [/10\.0\.0\.11:3000 10\.0\.0\.12:3000/, addresses.join(' ')]
      : [
          /127\.0\.0\.1:3000$/m,
          `${addresses.join(' ')}${strictness ? ` {\n\t\ttransport http {\n\t\t}\n\t}` : ''}`,
        ],
    ...(strictness ? [[/transport http \{/, `$&\n\t\t\t${answers}`] as const] : []),
  ])
  const storage = `\tstorage file_system ${folder}\n`
  const global = `{\n\tadmin off\n\tauto_https disable_redirects\n${storage}${strictness ? patience : ''}`
  // Its options stand in the first block.
  return changeConfiguration(site, [[/^\{\n/m, global]])
}

/** Numbers of at least so much, of which all digits but the first are 0. */
function atLeast(figure: number): string {
  const [first = '', ...zeros] = String(figure)
  return `^([${first}-9][0-9]{${zeros.length}}|[0-9]{${zeros.length + 2},})$`
}

async function nginxConf(place: ProxySetup): Promise<string> {
  const { folder, port, addresses, strictness } = place
  const { certificate, key } = place.certificate
  const site = changeConfiguration(await readShipped('nginx.conf', addresses), [
    [/listen 80;/, `listen 127.0.0.1:${await freePort()};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`],
    [/ +listen \[::\].*\n/g, ''],
    [/\/var\/log\/nginx\//g, `${folder}/`],
    [/ssl_certificate .*;/, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`],
    ...(addresses.length > 1
      ? addresses.map((address, at) => [new RegExp(`10\\.0\\.0\\.1${at + 1}:3000`), address] as const)
      : [[/127\.0\.0\.1:3000/, addresses.join('')] as const]),
    ...(strictness
      ? ([
          [/client_max_body_size .*;/, `client_max_body_size ${strictness.bodyLimit}m;`],
          [/(?<=_timeout )300s/g, `${strictness.seconds}s`],
        ] as const)
      : []),
    ...(strictness?.collects ? [[/(?<=proxy_(request_)?buffering )off/g, 'on'] as const] : []),
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return [
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; ${process.getuid?.() === 0 ? 'user root;' : ''}`,
    `events { worker_connections 512; }`,
    `http { ${temporary.join(' ')}\n${site}}\n`,
  ].join('\n')
}

const readShipped = (name: string, addresses: readonly string[]): Promise<string> =>
  readFile(join(deployFolder, addresses.length > 1 ? 'several' : '', name), 'utf8')

/** Waits until it does. @throws Error with what it said, where it ends before */
export async function waitUntilListening(child: ChildProcess, port: number, name: string): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (said += String(text)))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** @throws Error where something that is to be replaced is not there: the configuration has another shape by now */
export function changeConfiguration(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (before.search(from) < 0) throw new Error(`The configuration has no ${from.source}.`)
    return before.replace(from, to)
  }, text)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
