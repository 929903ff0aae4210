import { promises as dns, type LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { errorCode } from '../../contract/systemErrors.ts'
import { fairQueue } from '../http/fairQueue.ts'

/** Time limit for the first response of a name server. */
const nameServerTimeoutMs = 2000
/** Time limit for DNS as a whole: there may be several name servers. */
export const lookupTimeoutMs = 5000
/** Time limit for the other family of addresses once one of them is known. */
const otherFamilyTimeoutMs = 300
export const maxLookupsWaiting = 16

/** True if DNS does not know the name, or if there is no name server (ECONNREFUSED). */
const isUnknownToDns = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(errorCode(error))

const hostsFile =
  process.platform === 'win32'
    ? String.raw`${process.env.SystemRoot}\System32\drivers\etc\hosts`
    : '/etc/hosts'

/** Looks up the addresses of a host. @throws errors of `node:dns`; the reason of `signal`; HttpError 503 */
export type HostLookup = (host: string, signal?: AbortSignal) => Promise<LookupAddress[]>

/**
 * Creates a lookup in the hosts file, by DNS and, for names that DNS does not know (search domains, mDNS), by the
 * system's resolver (`getaddrinfo`). The latter runs one name at a time, as it blocks one of the few threads.
 * @param servers name servers instead of the system's
 */
export function createHostLookup(servers?: readonly string[]): HostLookup {
  const systemQueue = fairQueue({ maxWaiting: maxLookupsWaiting })
  return async (host, signal) => {
    if (await isInHostsFile(host)) return lookupBySystem(host)
    try {
      return await lookupByDns(host, servers, signal)
    } catch (error) {
      if (!isUnknownToDns(error)) throw error
    }
    return systemQueue(host, () => {
      signal?.throwIfAborted()
      return lookupBySystem(host)
    })
  }
}

async function lookupByDns(
  host: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: nameServerTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  const timers = [setTimeout(cancel, lookupTimeoutMs)]
  signal?.addEventListener('abort', cancel)
  const families = [resolver.resolve4(host), resolver.resolve6(host)]
  for (const family of families)
    void family.then(
      () => timers.push(setTimeout(cancel, otherFamilyTimeoutMs)),
      () => undefined,
    )
  const results = await Promise.allSettled(families)
  timers.forEach(clearTimeout)
  signal?.removeEventListener('abort', cancel)
  const addresses = results.flatMap((result, index) =>
    result.status === 'fulfilled'
      ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  )
  if (addresses.length > 0) return addresses
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  throw errors.find((error) => !isUnknownToDns(error)) ?? errors[0]
}

async function isInHostsFile(host: string): Promise<boolean> {
  const lines = (await readFile(hostsFile, 'utf8').catch(() => '')).toLowerCase().split('\n')
  return lines.some((line) =>
    line.replace(/#.*/, '').trim().split(/\s+/).slice(1).includes(host.toLowerCase()),
  )
}

const lookupBySystem = (host: string): Promise<LookupAddress[]> => dns.lookup(host, { all: true })
