import { assertDefined } from '../../contract/assertDefined.ts'
import { privateNetworks4 } from '../../contract/privateNetworks.ts'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** True if the sender at `address`, `hop` steps away, is a proxy whose forwarding headers are trusted. */
export type TrustProxy = (address: string, hop: number) => boolean

/** Parses TRUST_PROXY, the number of proxies in front of the server, or their networks. Undefined if invalid. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (/^[1-9]$/.test(text)) {
    const hops = Number(text)
    return (_address, hop) => hop < hops
  }
  return parseNetworkTest(text)
}

/** Parses networks separated by commas. @returns a test whether an address is in them; undefined if the text is invalid */
export function parseNetworkTest(text: string): ((address: string) => boolean) | undefined {
  const list = new BlockList()
  for (const entry of text.split(',')) {
    const [address = '', prefix, ...rest] = entry.trim().split('/')
    const bits = isIPv4(address) ? 32 : 128
    const length = prefix === undefined ? bits : Number(prefix)
    const plain = isIP(address) !== 0 && !address.includes('%')
    if (!plain || rest.length > 0 || !/^[0-9]{1,3}$/.test(prefix ?? '1') || length < 1 || length > bits) {
      return undefined
    }
    list.addSubnet(address, length, familyOf(address))
  }
  return (address) => {
    const plain = normalizeIp(address)
    return plain !== undefined && list.check(plain, familyOf(plain))
  }
}

/** Non-public IPv4 addresses, including those for documentation and of a former 6to4 relay. */
const nonPublicNetworks4 = [
  ...privateNetworks4,
  ...['192.0.2.0/24', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24'],
]
/** Non-public networks within the unicast space 2000::/3 of IPv6: transitions to IPv4, and those for documentation. */
const nonPublicNetworks6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Returns a test whether an address is public: not private, loopback, link-local, shared, multicast or mapped IPv4. */
export function createPublicAddressTest(): (address: string) => boolean {
  const isSpecial4 = assertDefined(parseNetworkTest(nonPublicNetworks4.join()))
  const isSpecial6 = assertDefined(parseNetworkTest(nonPublicNetworks6.join()))
  const isUnicast6 = assertDefined(parseNetworkTest('2000::/3'))
  return (address) => {
    if (isIPv4(address)) return !isSpecial4(address)
    return isIPv6(address) && normalizeIp(address) === address && isUnicast6(address) && !isSpecial6(address)
  }
}

/** Key of a visitor: an IPv4 address, or the first 64 bits of IPv6 (one household); 'unknown' if it is none. */
export function visitorAddress(address: string | undefined): string {
  const plain = normalizeIp(address ?? '')
  if (plain === undefined) return 'unknown'
  return isIPv4(plain) ? plain : `${hextets(plain).slice(0, 4).map(hex).join(':')}::/64`
}

/** Multiple of a visitor's limit that applies to all visitors of one IPv6 network, of which there may be 65 536. */
export const networkLimitFactor = 10

/** First 48 bits of an IPv6 address, which a provider assigns to one customer; undefined for IPv4. */
export function visitorNetwork(address: string | undefined): string | undefined {
  const plain = normalizeIp(address ?? '')
  if (plain === undefined || isIPv4(plain)) return undefined
  return `${hextets(plain).slice(0, 3).map(hex).join(':')}::/48`
}

/** Key for sharing the memory of requests: an IPv4 address, or a whole network (/48) of IPv6. */
export const addressOrNetwork = (address: string | undefined): string =>
  visitorNetwork(address) ?? visitorAddress(address)

/** Removes port and zone, and converts IPv4 mapped to IPv6 to IPv4; undefined if it is no address. */
export function normalizeIp(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(text) ?? []
  const [, beforePort] = /^([0-9.]+):[0-9]+$/.exec(text) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/%.*/s, '')
  if (!isIPv6(address)) return isIPv4(address) ? address : undefined
  const parts = hextets(address)
  const [high = 0, low = 0] = parts.slice(6)
  const isMapped = parts.slice(0, 6).join() === '0,0,0,0,0,65535'
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address
}

function hextets(address: string): number[] {
  const text = address.replace(
    /([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})$/,
    (_, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
      return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
    },
  )
  const [left = [], right] = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const zeros = right === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...(right ?? [])].map((part) => parseInt(part, 16))
}

const hex = (n: number) => n.toString(16)
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
