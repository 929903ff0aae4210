import { promises as dns } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { privateNetworks4 } from '../../contract/privateNetworks.ts'
import { exit, Stop } from '../exit.ts'

/**
 * [Note: Where parts go]
 *
 * A server with an object store sends each part of a large file to an address there. In a browser the policy of the page
 * names the one origin that may be (`connect-src`). Here nobody does, and a server that lies could have this machine send
 * requests into the network that it stands in. So the first origin counts for the whole upload and is told, and none near
 * this machine is gone to, unless the server is near, too. A name is looked up inside of the connection that is made: what
 * was checked is what is connected to. No redirect is followed.
 */
export type StorageProblem =
  /** No address, or none that a browser would go to from there. */
  | 'unfit'
  /** This machine, or one of its network. */
  | 'private'
  /** Not where the first part went. */
  | 'another'

export interface Whereabouts {
  /** The origin of the server. */
  readonly origin: string
  /** The IP address from which the server first answered; null before it did. */
  readonly address: string | null
  /** The origin that the first part of the upload was sent to; null before one was. */
  readonly pinned: string | null
}

/** Why a part does not go to this address; null: it may. What a name leads to is seen when it is looked up. */
export function storageProblem(url: string, { origin, address, pinned }: Whereabouts): StorageProblem | null {
  if (!URL.canParse(url)) return 'unfit'
  const to = new URL(url)
  const server = new URL(origin)
  // From https nothing goes back to http.
  if (to.protocol !== 'https:' && (to.protocol !== 'http:' || server.protocol === 'https:')) return 'unfit'
  if (pinned !== null && to.origin !== pinned) return 'another'
  return isPrivateHost(to.hostname) && !isServerPrivate({ origin, address }) ? 'private' : null
}

const isServerPrivate = ({ origin, address }: Pick<Whereabouts, 'origin' | 'address'>): boolean =>
  isPrivateHost(new URL(origin).hostname) || (address !== null && isPrivateAddress(address))

/** @param hostname of a `URL`, which writes addresses in one way */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '')
  return isIP(host) === 0 ? privateNames.test(host) : isPrivateAddress(host)
}

/** Names that no public server of names knows (RFC 6761, 6762, 8375, ICANN's `internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** Private, loopback, link-local, shared, multicast, reserved: of no machine of the open internet. */
export const isPrivateAddress = (address: string): boolean => {
  const plain = address.replace(/%.*$/, '')
  return privateAddresses.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

const private4 = privateNetworks4.map(subnet)

/** Besides those of IPv4 in it, by which a `BlockList` knows `::ffff:0:0/96` itself; the last are tunnels to any of them. */
const private6 = [
  ...['::/96', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ...['64:ff9b:1::/48', '2001::/32', '2002::/16'],
].map(subnet)

function subnet(text: string): { net: string; bits: number } {
  const [net = '', bits] = text.split('/')
  return { net, bits: Number(bits) }
}

const privateAddresses = new BlockList()
for (const { net, bits } of private6) privateAddresses.addSubnet(net, bits, 'ipv6')
for (const { net, bits } of private4) {
  privateAddresses.addSubnet(net, bits, 'ipv4')
  // As networks without IPv4 write it (RFC 6052).
  privateAddresses.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6')
}

type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>
const everyAddress: Resolve = (host) => dns.lookup(host, { all: true })

/** The storage of one run of the command: it decides where parts go ([Note: Where parts go]). */
export class Storage {
  readonly #origin: string
  readonly #resolve: Resolve
  readonly #first = Promise.withResolvers<string>()
  readonly #refused = Promise.withResolvers<never>()
  #address: string | null = null
  #pinned: string | null = null

  constructor(server: URL, resolve = everyAddress) {
    this.#origin = server.origin
    this.#resolve = resolve
    // Nobody may be listening.
    this.#refused.promise.catch(() => undefined)
  }

  /** The origin that the first part goes to. */
  get first(): Promise<string> {
    return this.#first.promise
  }

  /** Rejects with a `Stop` when the server has sent a part where none goes. */
  get refused(): Promise<never> {
    return this.#refused.promise
  }

  /** The first address counts: a name that leads somewhere else later brings nobody nearer. */
  serverIsAt(address: string | undefined): void {
    this.#address ??= address ?? null
  }

  /** Decides whether a part goes to this URL; the first that it takes pins the origin. */
  takes(url: string): boolean {
    const problem = storageProblem(url, this.#whereabouts)
    if (problem === 'unfit') return false
    const { origin } = new URL(url)
    if (problem !== null) {
      this.#refuse(problem === 'private' ? privateText(origin) : anotherText(String(this.#pinned), origin))
      return false
    }
    this.#pinned ??= origin
    this.#first.resolve(origin)
    return true
  }

  /** FolderPoller up names for sockets, and hands them no private address unless the server has one. */
  readonly lookup: LookupFunction = (host, options, done) => {
    this.#resolve(host).then(
      (all) => {
        const good = all.filter(
          ({ address }) => isServerPrivate(this.#whereabouts) || !isPrivateAddress(address),
        )
        const [first] = good
        if (first === undefined) {
          this.#refuse(privateText(host))
          done(new Error(privateText(host)), [])
        } else if (options.all === true) done(null, good)
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, []),
    )
  }

  get #whereabouts(): Whereabouts {
    return { origin: this.#origin, address: this.#address, pinned: this.#pinned }
  }

  #refuse(message: string): void {
    this.#refused.reject(new Stop(exit.refused, message))
  }
}

const privateText = (where: string): string =>
  `The server sends parts of files to ${where}, which is this machine or one of its network, and the server is not. Nothing was sent there. ${askFirst}`

const anotherText = (pinned: string, origin: string): string =>
  `The server sent the first part of a file to ${pinned}, and sends another to ${origin}. Nothing was sent there. ${askFirst}`

const askFirst = 'Ask whoever runs the server where it stores files before you send again.'
