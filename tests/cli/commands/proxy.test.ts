import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorDetails } from '../../../contract/errors.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { get } from '../../../cli/get/get.ts'
import { proxyOf } from '../../../cli/platform/proxy.ts'
import { ServerClient } from '../../../cli/platform/serverClient.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { testContext, eventsOf } from '../testContext.ts'

describe('the proxy for an address', () => {
  const proxy = 'http://proxy.example:3128'
  const of = (url: string, env: Record<string, string>) => proxyOf(new URL(url), env)?.href ?? null

  it.each([
    ['https://files.example.org', { HTTPS_PROXY: proxy }, `${proxy}/`],
    ['https://files.example.org', { https_proxy: proxy, HTTPS_PROXY: 'http://other' }, `${proxy}/`],
    ['https://files.example.org', { HTTPS_PROXY: 'proxy.example:3128' }, `${proxy}/`],
    ['https://files.example.org', { HTTPS_PROXY: '' }, null],
    ['http://files.example.org', { HTTPS_PROXY: proxy }, null],
    ['https://localhost:3000', { HTTPS_PROXY: proxy }, null],
    ['https://127.0.0.1', { HTTPS_PROXY: proxy }, null],
    ['https://[::1]', { HTTPS_PROXY: proxy }, null],
    ['https://files.example.org', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, null],
    ['https://files.example.org', { HTTPS_PROXY: proxy, NO_PROXY: 'a.b, Example.org' }, null],
    ['https://files.example.org', { HTTPS_PROXY: proxy, no_proxy: '.example.org' }, null],
    ['https://files.example.org', { HTTPS_PROXY: proxy, NO_PROXY: 'example.org:8443' }, `${proxy}/`],
    ['https://files.example.org:8443', { HTTPS_PROXY: proxy, NO_PROXY: 'example.org:8443' }, null],
    ['https://notexample.org', { HTTPS_PROXY: proxy, NO_PROXY: 'example.org' }, `${proxy}/`],
    ['https://192.0.2.7', { HTTPS_PROXY: proxy, NO_PROXY: '192.0.2.7' }, null],
    ['https://192.0.2.7', { HTTPS_PROXY: proxy, NO_PROXY: '192.0.2.7:8443' }, `${proxy}/`],
    ['https://192.0.2.7:8443', { HTTPS_PROXY: proxy, NO_PROXY: '192.0.2.7:8443' }, null],
    ['https://10.200.3.4', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.0/8' }, null],
    ['https://11.0.0.1', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.0/8' }, `${proxy}/`],
    ['https://10.0.0.1', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.0/33' }, `${proxy}/`],
    ['https://10.0.0.1', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.0/' }, `${proxy}/`],
    ['https://10.0.0.1', { HTTPS_PROXY: proxy, NO_PROXY: '0.0.1' }, `${proxy}/`],
    ['https://[2001:db8::5]', { HTTPS_PROXY: proxy, NO_PROXY: '2001:db8::5' }, null],
    ['https://[2001:db8::5]', { HTTPS_PROXY: proxy, NO_PROXY: '2001:DB8:0::5' }, null],
    ['https://[2001:db8::5]', { HTTPS_PROXY: proxy, NO_PROXY: '[2001:db8::5]' }, null],
    ['https://[2001:db8::5]', { HTTPS_PROXY: proxy, NO_PROXY: '[2001:db8::5]:8443' }, `${proxy}/`],
    ['https://[2001:db8::5]:8443', { HTTPS_PROXY: proxy, NO_PROXY: '[2001:db8::5]:8443' }, null],
    ['https://[fd00::a]', { HTTPS_PROXY: proxy, NO_PROXY: 'FD00::A' }, null],
    ['https://[fd00::a]', { HTTPS_PROXY: proxy, NO_PROXY: 'fd00::/8' }, null],
    ['https://[2001:db8::]:5', { HTTPS_PROXY: proxy, NO_PROXY: '2001:db8::5' }, `${proxy}/`],
    ['https://files.example.org', { HTTPS_PROXY: proxy, NO_PROXY: '0.0.0.0/0,::/0' }, `${proxy}/`],
  ])('%s with %j is %s', (url, env, expected) => {
    expect(of(url, env)).toBe(expected)
  })

  it('is refused where it is none', () => {
    for (const HTTPS_PROXY of ['socks5://proxy.example', 'http://', '::'])
      expect(() => of('https://files.example.org', { HTTPS_PROXY })).toThrow('HTTPS_PROXY')
  })

  it.each(['ada:50%off', '50%off:secret'])(
    'is refused where its %j is not encoded, without a word of it',
    (who) => {
      const HTTPS_PROXY = `http://${who}@proxy.example:3128`
      const given = () => of('https://files.example.org', { HTTPS_PROXY })
      expect(given).toThrow(expect.objectContaining({ exitCode: exitCodes.usage }))
      expect(given).toThrow('%25')
      expect(given).not.toThrow('off')
    },
  )
})

const serverHost = 'files.example'
const linkUrl = `https://${serverHost}/download/${'A'.repeat(22)}#*:${'A'.repeat(43)}=`

/** A server that has this name for its proxy alone, and answers 404. */
async function startServerBehindProxy(status = 200) {
  const answer = { status }
  const folder = await scratchFolder()
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key]
  const named = ['-days', '1', '-subj', '/CN=test', '-addext', `subjectAltName=DNS:${serverHost}`]
  execFileSync('openssl', ['req', '-x509', ...newKey, ...named, '-out', certificate], { stdio: 'pipe' })
  const serverRequests: string[] = []
  const server = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => {
      serverRequests.push(`${request.headers.host} ${request.url}`)
      response.writeHead(404).end()
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxyRequests: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url: to, headers }: IncomingMessage, socket: Socket) => {
    proxyRequests.push(`${to} ${headers['proxy-authorization'] ?? ''}`)
    socket.on('error', () => undefined)
    if (answer.status !== 200) {
      socket.end(`HTTP/1.1 ${answer.status} No\r\n\r\n`)
      return
    }
    const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    onward.on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    proxy.close()
  })
  const at = `http://ada:s%20ecret@127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    answer,
    asked: serverRequests,
    heard: proxyRequests,
    certificate,
    env: { HTTPS_PROXY: at, XDG_STATE_HOME: folder },
    folder,
  }
}

const authorization = `Basic ${Buffer.from('ada:s ecret').toString('base64')}`

/** Until the end of the test, as NODE_EXTRA_CA_CERTS does for a program. */
function trustAuthority(certificate: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(certificate, 'utf8')])
  onTestFinished(() => setDefaultCACertificates(before))
}

it('opens a way to the server, and nothing else of ours is seen by it', async () => {
  const {
    asked: serverRequests,
    heard: proxyRequests,
    certificate,
    env,
    folder,
  } = await startServerBehindProxy()
  trustAuthority(certificate)
  await expect(get(testContext(['get', linkUrl, join(folder, 'to')], { env }))).rejects.toMatchObject({
    exitCode: 3,
    message: errorDetails.linkInvalid,
  })
  expect(serverRequests).toEqual([`${serverHost} /api/download/${'A'.repeat(22)}/status`])
  expect(proxyRequests).toEqual([`${serverHost}:443 ${authorization}`])
})

it('has the certificate of the server checked all the same', async () => {
  const { asked: serverRequests, env, folder } = await startServerBehindProxy()
  await expect(get(testContext(['get', linkUrl, folder], { env }))).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
  })
  expect(serverRequests).toEqual([])
})

it.each([407, 501])('ends the command where it lets nobody through, by its name: %i', async (status) => {
  const { env, folder } = await startServerBehindProxy(status)
  await expect(get(testContext(['get', linkUrl, folder], { env }))).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(
      new RegExp(`The proxy 127\\.0\\.0\\.1:\\d+ \\(HTTPS_PROXY\\) .* with status ${status}\\.`),
    ) as string,
  })
})

it.each([408, 429, 503])('asks a proxy that answers %i again', async (status) => {
  const { answer, env, folder } = await startServerBehindProxy(status)
  const delay = () => {
    answer.status = 407
    return Promise.resolve()
  }
  const context = testContext(['get', linkUrl, folder], { env })
  await expect(get(context, { delay })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('with status 407') as string,
  })
  expect(eventsOf(context, 'wait')).toHaveLength(1)
})

it('forgets that a proxy let nobody through once the server has answered', async () => {
  const { answer, certificate, env } = await startServerBehindProxy(403)
  trustAuthority(certificate)
  const server = new ServerClient(`https://${serverHost}`, env)
  onTestFinished(() => server.close())
  const status = async () => (await server.exchange({ method: 'GET', url: '/' })).status
  expect(await status()).toBe(0)
  expect(server.connectionError?.message).toContain('with status 403')
  answer.status = 200
  expect(await status()).toBe(404)
  expect(server.connectionError).toBeUndefined()
  answer.status = 503
  server.close()
  expect(await status()).toBe(0)
  expect(server.connectionError).toBeUndefined()
})
