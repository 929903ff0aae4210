import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { Agent, type AgentOptions, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isTemporaryStatus } from '../../core/faults/retries.ts'
import type { Context } from '../context.ts'
import { refusedError, usageError } from '../exitCodes.ts'

/** Timeout for opening a tunnel through a proxy. */
const proxyTimeoutMs = 30_000

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * [Note: Proxies]
 * HTTPS_PROXY and NO_PROXY are read as by curl; entries of NO_PROXY may have ports, and lower-case names take
 * precedence. The proxy opens a tunnel by CONNECT and sees the server's name and port only, since TLS is end to end.
 * Traffic without TLS uses no proxy.
 * @returns null for a direct connection
 * @throws CommandError 'usage' for an invalid URL, or an unreadable name or password
 */
export function proxyOf({ protocol, hostname, port }: URL, env: Context['env']): URL | null {
  const proxyText = env.https_proxy ?? env.HTTPS_PROXY ?? ''
  if (protocol !== 'https:' || proxyText === '' || loopback.test(hostname)) return null
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  if (exceptions.some((entry) => matchesException(entry, hostname, port === '' ? '443' : port))) return null
  const text = proxyText.includes('://') ? proxyText : `http://${proxyText}`
  const proxy = URL.canParse(text) ? new URL(text) : null
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw usageError('HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.org:3128.')
  // Throws for an unreadable name or password.
  authorizationOf(proxy)
  return proxy
}

/** The header Proxy-Authorization; undefined without a name. @throws CommandError 'usage', without the credentials */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '') return undefined
  try {
    const credentials = [username, password].map(decodeURIComponent).join(':')
    return `Basic ${Buffer.from(credentials).toString('base64')}`
  } catch {
    throw usageError(
      'The name or the password in HTTPS_PROXY has a % that begins no character: write %25 for each % that is part of it.',
    )
  }
}

/** True if a host is an exception. @param entry of NO_PROXY: a name or an address, with an optional port, or a block */
function matchesException(entry: string, hostname: string, port: string): boolean {
  if (entry === '*') return true
  // An IP address has no port, whatever its end looks like.
  const hasNoPort = entry.includes('/') || isIP(entry) !== 0
  const [, name = entry, entryPort = port] = hasNoPort ? [] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? [])
  if (entryPort !== port) return false
  const address = withoutBrackets(hostname)
  if (isIP(address) !== 0) return isInBlock(withoutBrackets(name), address)
  // 'example.org' and '.example.org' match the name and its subdomains.
  const domain = name.replace(/^\*?\./, '').toLowerCase()
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

const withoutBrackets = (text: string): string => text.replace(/^\[([^\]]*)\]/, '$1')

/** @param block an address or a CIDR block such as '10.0.0.0/8'; any other text contains no address */
function isInBlock(block: string, address: string): boolean {
  const [, network = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(block) ?? []
  const addressBits = isIP(network) === 6 ? 128 : 32
  const prefix = Number(bits ?? addressBits)
  if (isIP(network) === 0 || prefix > addressBits) return false
  const blocks = new BlockList()
  blocks.addSubnet(network, prefix, familyOf(network))
  return blocks.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Speaks TLS with a server through a proxy. */
export class ProxyAgent extends Agent {
  readonly #proxy: URL

  constructor(proxy: URL, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(
    options: AgentOptions & { host?: string; port?: number | string },
    callback: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): null {
    const { host = '', port = 443 } = options
    this.#openTunnel(`${host.includes(':') ? `[${host}]` : host}:${port}`).then(
      (tunnel) => {
        const socket = super.createConnection({ ...options, socket: tunnel } as never)
        if (socket) callback(null, socket)
      },
      (error: unknown) => callback(error as Error, undefined as never),
    )
    return null
  }

  /** @throws CommandError for a final refusal by the proxy; Error */
  async #openTunnel(hostAndPort: string): Promise<Socket> {
    const authorization = authorizationOf(this.#proxy)
    const request = (this.#proxy.protocol === 'https:' ? httpsRequest : httpRequest)(this.#proxy, {
      ...{ method: 'CONNECT', path: hostAndPort, agent: false, timeout: proxyTimeoutMs },
      headers: {
        host: hostAndPort,
        ...(authorization !== undefined && { 'proxy-authorization': authorization }),
      },
    })
    request.on('timeout', () => request.destroy(new Error('The proxy does not answer.')))
    request.end()
    const [{ statusCode = 0 }, socket] = (await once(request, 'connect')) as [{ statusCode?: number }, Socket]
    if (statusCode === 200) return socket
    socket.destroy()
    const where = this.#proxy.host
    if (!isTemporaryStatus(statusCode))
      throw refusedError(
        `The proxy ${where} (HTTPS_PROXY) refuses connections to ${hostAndPort} with status ${statusCode}.`,
      )
    throw new Error(`The proxy ${where} answered with status ${statusCode}.`)
  }
}
