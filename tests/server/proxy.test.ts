import { describe, expect, it } from 'vitest'
import { parseTrustProxy } from '../../server/http/ipAddresses.ts'
import { startTestServer } from './testServer.ts'

const proxyAddress = '10.0.0.1'
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

interface ProxyCase {
  trust?: string
  from?: string
  headers: Record<string, string>
}

/** Fails to sign in once. @returns the addresses for which the failure counts */
async function countedAddresses({ trust, from = proxyAddress, headers }: ProxyCase): Promise<string[]> {
  const server = await startTestServer({ trustProxy: parseTrustProxy(trust ?? '') })
  await server.app.inject({
    method: 'POST',
    url: '/api/auth/token',
    remoteAddress: from,
    headers: { ...formHeaders, ...headers },
    payload: 'username=admin&password=wrong',
  })
  const rows = await server.services.db.selectFrom('rate_limit').select('key').execute()
  return rows.map(({ key }) => key.split(' ')).flatMap((key) => (key.length === 2 ? [key[1] ?? ''] : []))
}

describe('the address that counts', () => {
  it.each<[string, ProxyCase, string, string?]>([
    ['no proxy', { headers: {} }, proxyAddress],
    ['nobody is trusted', { headers: { 'x-forwarded-for': '203.0.113.7' } }, proxyAddress],
    ['one proxy', { trust: '1', headers: { 'x-forwarded-for': '203.0.113.7' } }, '203.0.113.7'],
    [
      'one proxy, and a visitor who invents another',
      { trust: '1', headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' } },
      '203.0.113.7',
    ],
    [
      'two proxies',
      { trust: '2', headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.2' } },
      '203.0.113.7',
    ],
    [
      'proxies by their network',
      { trust: '10.0.0.0/8', headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.2' } },
      '203.0.113.7',
    ],
    [
      'somebody else than the proxy',
      { trust: '10.0.0.0/8', from: '198.51.100.9', headers: { 'x-forwarded-for': '203.0.113.7' } },
      '198.51.100.9',
    ],
    [
      'IPv6, by /64, and its network by /48',
      { trust: '1', headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } },
      '2001:db8:1:2::/64',
      '2001:db8:1::/48',
    ],
    ['IPv4 in IPv6', { trust: '1', headers: { 'x-forwarded-for': '::ffff:203.0.113.7' } }, '203.0.113.7'],
  ])('with %s', async (_name, request, ...addresses) => {
    expect(await countedAddresses(request)).toEqual(addresses)
  })
})

describe('behind a proxy that ends TLS', () => {
  const forwarded = {
    host: '127.0.0.1:3000',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'files.example.org',
  }
  const attempt = (headers: Record<string, string>) => ({
    method: 'POST' as const,
    url: '/api/auth/prelogin',
    headers: { ...forwarded, ...headers },
    payload: { username: 'admin' },
  })

  it('the origin is what the browser asked the proxy for', async () => {
    const { app } = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
    const status = async (origin: string) => (await app.inject(attempt({ origin }))).statusCode
    expect(await status('https://files.example.org')).toBe(200)
    expect(await status('http://files.example.org')).toBe(403)
    expect(await status('https://evil.example')).toBe(403)
    expect(await status('https://127.0.0.1:3000')).toBe(403)
  })

  it('cookies are Secure and https is promised, as with PUBLIC_URL', async () => {
    const { app } = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
    const reply = await app.inject(attempt({}))
    expect(reply.cookies.map(({ name, secure }) => [name, secure])).toEqual([
      ['__Host-sealpost_visitor', true],
      ['csrftoken', true],
    ])
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('nothing of that is believed without TRUST_PROXY, and the log says so once', async () => {
    const server = await startTestServer()
    const origin = 'https://files.example.org'
    const replies = await Promise.all([1, 2, 3].map(() => server.app.inject(attempt({ origin }))))
    expect(replies.map((reply) => reply.statusCode)).toEqual([403, 403, 403])
    expect(replies[0]?.headers).not.toHaveProperty('strict-transport-security')
    expect(server.logged().match(/TRUST_PROXY is not set/g)).toHaveLength(1)
    expect(server.logged()).not.toContain('203.0.113.7')
  })

  it('a proxy that TRUST_PROXY does not name is named in the log, once', async () => {
    const server = await startTestServer({ trustProxy: parseTrustProxy('10.0.0.0/8') })
    for (const remoteAddress of ['10.1.1.1', '172.17.0.1', '172.17.0.1']) {
      await server.app.inject({ ...attempt({}), remoteAddress })
    }
    expect(server.logged().match(/"sender":"172.17.0.1".*TRUST_PROXY does not name/g)).toHaveLength(1)
  })
})
