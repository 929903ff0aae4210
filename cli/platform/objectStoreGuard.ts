import { promises as dns } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { privateNetworks4 } from '../../contract/privateNetworks.ts'
import { refusedError } from '../exitCodes.ts'

/**
 * [Note: Where parts go]
 * A server with an object store directs the parts of large files to URLs there. In a browser the policy of the page
 * names the allowed origin (`connect-src`). Here nothing does, and a malicious server could make this machine send
 * requests into its own network. So the first origin is reported, and the upload uses no other. Private addresses are
 * refused unless the server itself has one. Names are resolved while connecting, so that the checked address is the one
 * that is connected to. Redirects are not followed.
 */
type StoreAddressProblem =
  /** Not a URL that a browser would use from the server's origin. */
  | 'invalid'
  /** This machine, or one in its network. */
  | 'private'
  /** Another origin than that of the first part. */
  | 'other-origin'

interface StoreAddressContext {
  /** The server's origin. */
  readonly serverOrigin: string
  /** The IP address of the server's first response; null before. */
  readonly serverAddress: string | null
  /** The origin of the upload's first part; null before. */
  readonly pinnedOrigin: string | null
}

/** Why a part may not be sent to the URL; null if it may. Names are checked when they are resolved. */
export function storeAddressProblem(
  url: string,
  { serverOrigin, serverAddress, pinnedOrigin }: StoreAddressContext,
): StoreAddressProblem | null {
  if (!URL.canParse(url)) return 'invalid'
  const target = new URL(url)
  const server = new URL(serverOrigin)
  // No downgrade from https to http.
  if (target.protocol !== 'https:' && (target.protocol !== 'http:' || server.protocol === 'https:'))
    return 'invalid'
  if (pinnedOrigin !== null && target.origin !== pinnedOrigin) return 'other-origin'
  return isPrivateHost(target.hostname) && !isServerPrivate({ serverOrigin, serverAddress })
    ? 'private'
    : null
}

const isServerPrivate = ({
  serverOrigin,
  serverAddress,
}: Pick<StoreAddressContext, 'serverOrigin' | 'serverAddress'>): boolean =>
  isPrivateHost(new URL(serverOrigin).hostname) || (serverAddress !== null && isPrivateAddress(serverAddress))

/** True for a host in this machine's network. @param hostname of a `URL`, which normalizes addresses */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '')
  return isIP(host) === 0 ? privateNames.test(host) : isPrivateAddress(host)
}

/** Names that public DNS does not resolve (RFC 6761, 6762, 8375, ICANN's `internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** True for private, loopback, link-local, shared, multicast and reserved addresses. */
export const isPrivateAddress = (address: string): boolean => {
  const withoutZone = address.replace(/%.*/s, '')
  return privateAddresses.check(withoutZone, isIP(withoutZone) === 6 ? 'ipv6' : 'ipv4')
}

const privateSubnets4 = privateNetworks4.map(parseSubnet)

/** Private networks of IPv6; those of the second line are tunnels. A `BlockList` handles IPv4-mapped addresses itself. */
const privateSubnets6 = [
  ...['::/96', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ...['64:ff9b:1::/48', '2001::/32', '2002::/16'],
].map(parseSubnet)

function parseSubnet(text: string): { net: string; bits: number } {
  const [net = '', bits] = text.split('/')
  return { net, bits: Number(bits) }
}

const privateAddresses = new BlockList()
for (const { net, bits } of privateSubnets6) privateAddresses.addSubnet(net, bits, 'ipv6')
for (const { net, bits } of privateSubnets4) {
  privateAddresses.addSubnet(net, bits, 'ipv4')
  // The IPv4 network as NAT64 writes it (RFC 6052).
  privateAddresses.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6')
}

type ResolveHost = (host: string) => Promise<readonly { address: string; family: number }[]>
const lookUpHost: ResolveHost = (host) => dns.lookup(host, { all: true })

/** Decides, for one run, where parts may be sent ([Note: Where parts go]). */
export class ObjectStoreGuard {
  #context: StoreAddressContext
  readonly #resolveHost: ResolveHost
  readonly #firstOrigin = Promise.withResolvers<string>()
  /** Resolves to the origin of the first part. */
  readonly firstOrigin = this.#firstOrigin.promise
  readonly #refusal = Promise.withResolvers<never>()
  /** Rejects with a `CommandError` when the server sends a part to a forbidden address. */
  readonly refusal = this.#refusal.promise

  constructor(server: URL, resolveHost = lookUpHost) {
    this.#context = { serverOrigin: server.origin, serverAddress: null, pinnedOrigin: null }
    this.#resolveHost = resolveHost
    // Without a listener, a rejection would end the process.
    this.refusal.catch(() => undefined)
  }

  /** Only the first address counts, so that a later DNS answer cannot allow private ones. */
  setServerAddress(address: string | undefined): void {
    this.#context = { ...this.#context, serverAddress: this.#context.serverAddress ?? address ?? null }
  }

  /** True if a part may be sent to the URL; the first one fixes the origin. */
  allows(url: string): boolean {
    const problem = storeAddressProblem(url, this.#context)
    if (problem === 'invalid') return false
    const { origin } = new URL(url)
    if (problem !== null) {
      this.#refuse(
        problem === 'private'
          ? privateAddressText(origin)
          : otherOriginText(String(this.#context.pinnedOrigin), origin),
      )
      return false
    }
    this.#context = { ...this.#context, pinnedOrigin: origin }
    this.#firstOrigin.resolve(origin)
    return true
  }

  /** Resolves names for sockets; omits private addresses unless the server has one. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    this.#resolveHost(host).then(
      (addresses) => {
        const allowed = addresses.filter(
          ({ address }) => isServerPrivate(this.#context) || !isPrivateAddress(address),
        )
        const [first] = allowed
        if (first === undefined) {
          this.#refuse(privateAddressText(host))
          callback(new Error(privateAddressText(host)), [])
        } else if (options.all === true) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    )
  }

  #refuse(message: string): void {
    this.#refusal.reject(refusedError(message))
  }
}

const privateAddressText = (where: string): string =>
  `The server directs parts of files to ${where}, which is this machine or in its private network, while the server is not. Nothing was sent there. ${askOperatorText}`

const otherOriginText = (pinnedOrigin: string, origin: string): string =>
  `The server directed the first part of a file to ${pinnedOrigin}, and directs another to ${origin}. Nothing was sent there. ${askOperatorText}`

const askOperatorText = 'Ask whoever runs the server where it stores files before you send again.'
