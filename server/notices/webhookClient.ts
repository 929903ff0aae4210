import { Agent, type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookOutcome } from '../../contract/schemas/notices.ts'
import { errorCode } from '../db/failures.ts'
import { publicAddresses } from '../security/addresses.ts'
import { type Address, createLookup } from './lookup.ts'

/**
 * [Note: Where webhooks go]
 *
 * An owner of a folder names any address, and this server stands where its operator's other machines can be reached. So
 * it connects to addresses of the open internet alone, and to those that the operator allows. A name is looked up once
 * for each try, inside of the connection that is made: what was checked is what is connected to, whatever the name
 * says a moment later. Connections are not kept, redirects not followed, and of an answer nothing but its status is read.
 */
export interface WebhookClient {
  /** Never throws: how it went. Ends when `signal` says so, as if nothing had answered. */
  post(url: string, body: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answered>
  /** Nothing answers under an address that stands in the URL itself, and may not be connected to. */
  mayGoTo(url: string): boolean
}

export type Answered = Pick<WebhookOutcome, 'how' | 'status'>

type Resolve = (host: string) => Promise<readonly Address[]>

interface RoadOptions {
  /** Addresses that are no public ones, and allowed all the same; undefined: none. */
  allowed: ((address: string) => boolean) | undefined
  /** Authorities that are trusted in place of the usual ones. */
  ca?: string
  resolve?: Resolve
}

/** Milliseconds from the lookup of the name to the status. */
export const webhookMs = 10_000
export const maxWebhookHeaderBytes = 8 * 1024

class NotAllowed extends Error {}

export function createWebhookClient({ allowed, ca, resolve = createLookup() }: RoadOptions): WebhookClient {
  const isPublic = publicAddresses()
  const mayConnect = (address: string) => isPublic(address) || allowed?.(address) === true

  /** For the socket itself: hands it no address that was not checked. */
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host).then(
      (all) => {
        const good = all.filter(({ address }) => mayConnect(address))
        const [first] = good
        if (first === undefined) done(new NotAllowed(), [])
        else if (options.all === true) done(null, [...good])
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, []),
    )
  }

  /** A name, which `lookup` looks after, or an address that may be connected to. */
  function mayGoTo(url: string): boolean {
    const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '')
    return isIP(host) === 0 || mayConnect(host)
  }

  function send(url: string, body: string, options: RequestOptions): Promise<number> {
    return new Promise((done, fail) => {
      const sent = request(url, options, (response) => {
        // Nobody reads the rest.
        response.destroy()
        done(Number(response.statusCode))
      })
      sent.on('error', fail)
      sent.end(body)
    })
  }

  return {
    mayGoTo,
    async post(url, body, headers, signal) {
      if (!mayGoTo(url)) return { how: 'not-allowed', status: null }
      const agent = new Agent({ keepAlive: false })
      const timeout = AbortSignal.timeout(webhookMs)
      try {
        const status = await send(url, body, {
          method: 'POST',
          agent,
          lookup,
          maxHeaderSize: maxWebhookHeaderBytes,
          signal: AbortSignal.any([signal, timeout]),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Sealpost',
            ...headers,
          },
          ...(ca !== undefined && { ca }),
        })
        return answered(status)
      } catch (error) {
        return { how: timeout.aborted ? 'timed-out' : failed(error), status: null }
      } finally {
        agent.destroy()
      }
    },
  }
}

function answered(status: number): Answered {
  if (status >= 200 && status < 300) return { how: 'delivered', status }
  return { how: status >= 300 && status < 400 ? 'redirect' : 'answered', status }
}

const unknownHost = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA']

function failed(error: unknown): WebhookOutcome['how'] {
  if (error instanceof NotAllowed) return 'not-allowed'
  const code = errorCode(error)
  if (unknownHost.includes(code)) return 'unknown-host'
  if (code === 'ETIMEDOUT' || code === 'ETIMEOUT') return 'timed-out'
  return /CERT|SIGNATURE|ISSUER|ALTNAME|SELF_SIGNED/.test(code) ? 'certificate' : 'unreachable'
}
