import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { KiB, MiB } from '../../../contract/limits.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { addressOf, spawnServer, type ServerProcess } from '../serverProcess.ts'
import { uploadForm } from '../uploads.ts'

const senderCount = 64
const password = 'Waldsee Käfer 07 512'
const boundary = 'B'

const formField = (name: string, text: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const manyManifests = Buffer.from(formField('file_manifests', 'A'.repeat(21_000)).repeat(100))
/** Just below what is written through. */
const smallFile = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  ),
  randomBytes(60 * KiB),
])

interface LimitedServer {
  server: ServerProcess
  origin: string
  link: Folder
}

/** A server that may not grow, behind a proxy, with a folder. */
async function startLimitedServer(folder: object): Promise<LimitedServer> {
  const server = await spawnServer(await scratchFolder(), {
    ADMIN_PASSWORD: password,
    TRUST_PROXY: '1',
    NODE_OPTIONS: '--max-old-space-size=64',
  })
  const origin = await addressOf(server)
  const cookies = new Map<string, string>()
  const post = async (path: string, json: object) => {
    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify(json),
    })
    expect(reply.status).toBe(200)
    for (const text of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    return reply
  }
  await post('/api/auth/token', { username: 'admin', password })
  const link = (await (await post('/api/folders/', { title: 'x', ...folder })).json()) as Folder
  return { server, origin, link }
}

/** What a browser has after it gave the password: its cookies, and the token that goes with them. */
async function passGate({ origin, link }: LimitedServer): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/upload/${link.link_token}/verify-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
    body: JSON.stringify({ link_password: password }),
  })
  expect(reply.status).toBe(200)
  const cookies = reply.headers.getSetCookie().map((text) => text.replace(/;.*/, ''))
  const token = /csrftoken=(.*)/.exec(cookies.join('\n'))?.[1] ?? ''
  return { cookie: cookies.join('; '), 'x-csrftoken': token }
}

/**
 * Sends a request without its end and stays; resolves when all of that is on its way, or nobody takes it any more.
 * Answers are not waited for.
 */
async function sendAndStay(
  origin: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.resume()
  const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': body.length + 1000 })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  for (let at = 0; at < body.length && !socket.closed; at += MiB) {
    const isTaken = socket.write(body.subarray(at, at + MiB))
    if (!isTaken) {
      await new Promise<void>((resolve) => {
        for (const event of ['drain', 'close']) socket.once(event, () => resolve())
      })
    }
  }
  return socket
}

/** All of one, and each of another. */
const addressPatterns = [() => '203.0.113.7', (i: number) => `203.0.113.${i + 1}`]

interface SenderKind {
  folder: object
  /** What the senders have. */
  cookies?: boolean
  fields?: string
}
const senderKinds: Record<string, SenderKind> = {
  'a folder without gates': { folder: {} },
  'a gate that they have not passed': { folder: { link_password: password } },
  'a gate that their cookie has passed': { folder: { link_password: password }, cookies: true },
  'a gate that their form passes': {
    folder: { link_password: password },
    fields: formField('link_password', password),
  },
}
const bodyContents = [manyManifests, smallFile]

async function expectUploadAnswered(
  { server, origin, link }: LimitedServer,
  gate: Record<string, string>,
): Promise<void> {
  const { payload, headers } = uploadForm({
    files: [{ name: 'a', bytes: randomBytes(200) }],
    fieldsFirst: true,
  })
  // No connection that was kept: the server may be about to close it.
  const call = request(`${origin}/api/upload/${link.link_token}`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, ...gate, 'x-forwarded-for': '198.51.100.1' },
  })
  call.end(payload)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect([answer.statusCode, await json(answer)]).toMatchObject([
    200,
    { successful_files: [{ index: 0 }], failed_files: [] },
  ])
  expect(server.child.exitCode).toBeNull()
}

it.each(Object.entries(senderKinds))(
  'an upload is taken while others hold 64 connections, at %s',
  async (_name, kind) => {
    const world = await startLimitedServer(kind.folder)
    const { origin, link } = world
    const gate = link.has_password ? await passGate(world) : {}
    const cookies = kind.cookies === true ? gate : {}
    for (const visitorOf of addressPatterns) {
      for (const content of bodyContents) {
        const body = Buffer.concat([Buffer.from(kind.fields ?? ''), content])
        const sending = Array.from({ length: senderCount }, (_, i) =>
          sendAndStay(
            origin,
            `/api/upload/${link.link_token}`,
            {
              'content-type': `multipart/form-data; boundary=${boundary}`,
              'x-forwarded-for': visitorOf(i),
              ...cookies,
            },
            body,
          ),
        )
        const sockets = await Promise.all(sending)
        await expectUploadAnswered(world, gate)
        for (const socket of sockets) socket.destroy()
      }
    }
  },
)
