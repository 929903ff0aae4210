import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { errorCode } from '../db/failures.ts'
import { fairQueue } from '../http/fairQueue.ts'

export interface Address {
  address: string
  /** 4 or 6. */
  family: number
}

/** A name server that says nothing is given up after two tries, the second of twice this time. */
export const lookupMs = 2000
/** Names that wait for the system's resolver. */
export const mostLookupsWaiting = 16

const hostsFile =
  process.platform === 'win32'
    ? String.raw`${process.env.SystemRoot}\System32\drivers\etc\hosts`
    : '/etc/hosts'

/**
 * Addresses of a host: by the hosts file, by DNS, and of names that DNS does not know (those of search domains) by the
 * system's resolver (`getaddrinfo`), one at a time: it keeps a thread until an answer comes, and everything else that the
 * process looks up waits for the few there are. So whoever owns a name whose server is silent keeps nobody waiting.
 * @param servers name servers in place of the system's
 * @returns a function that rejects with the error of `node:dns`, or with HttpError 503
 */
export function createLookup(servers?: readonly string[]): (host: string) => Promise<Address[]> {
  const ofSystem = fairQueue(mostLookupsWaiting)
  return async (host) => {
    if (await isInHostsFile(host)) return ofThisMachine(host)
    const resolver = new dns.Resolver({ timeout: lookupMs, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length > 0) return found
    for (const one of [four, six])
      if (one.status === 'rejected' && errorCode(one.reason) === 'ETIMEOUT') throw one.reason
    return ofSystem(host, () => ofThisMachine(host))
  }
}

const isInHostsFile = async (host: string): Promise<boolean> =>
  (await readFile(hostsFile, 'utf8').catch(() => '')).split(/\s+/).includes(host)

const ofThisMachine = (host: string): Promise<Address[]> => dns.lookup(host, { all: true })

const addressesOf = (result: PromiseSettledResult<string[]>, family: 4 | 6): Address[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
