import { Agent, type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookOutcome } from '../../contract/schemas/notices.ts'
import { errorCode, isCertificateError } from '../../contract/systemErrors.ts'
import { createPublicAddressTest } from '../http/ipAddresses.ts'
import { createHostLookup, type HostLookup } from './hostLookup.ts'

/**
 * [Note: Where webhooks go]
 *
 * Owners of folders may enter any URL, while this server may reach other machines of its operator. So it connects only
 * to public addresses, and to those that the operator allows. A name is resolved once per attempt, as part of the
 * connection: the address that was checked is the one connected to. Connections are not kept alive, redirects are not
 * followed, and only the status of a response is read.
 */
export interface WebhookClient {
  /** Posts a request and returns its outcome; never throws. An abort counts as no response. */
  post(
    url: string,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<WebhookDelivery>
  /** False if the URL contains an IP address to which connections are not allowed. Names are checked by `post`. */
  isAllowedUrl(url: string): boolean
}

export interface WebhookClientDep {
  webhookClient: WebhookClient
}

export type WebhookDelivery = Pick<WebhookOutcome, 'how' | 'status'>

interface WebhookClientOptions {
  /** Accepts the non-public addresses that are allowed. */
  isAllowed: ((address: string) => boolean) | undefined
  /** Certificate authorities trusted instead of the default ones. */
  ca?: string
  resolve?: HostLookup
}

/** Timeout from resolving the name to receiving the status. */
export const webhookTimeoutMs = 10_000
export const maxWebhookHeaderBytes = 8 * 1024

class AddressNotAllowedError extends Error {}

export function createWebhookClient({
  isAllowed,
  ca,
  resolve = createHostLookup(),
}: WebhookClientOptions): WebhookClient {
  const isPublic = createPublicAddressTest()
  const mayConnect = (address: string) => isPublic(address) || isAllowed?.(address) === true

  const lookupFor =
    (signal: AbortSignal): LookupFunction =>
    (host, options, done) => {
      resolve(host, signal).then(
        (all) => {
          const allowed = all.filter(({ address }) => mayConnect(address))
          const [first] = allowed
          if (first === undefined) done(new AddressNotAllowedError(), [])
          else if (options.all === true) done(null, [...allowed])
          else done(null, first.address, first.family)
        },
        (error: unknown) => done(error as NodeJS.ErrnoException, []),
      )
    }

  function isAllowedUrl(url: string): boolean {
    const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '')
    return isIP(host) === 0 || mayConnect(host)
  }

  function send(url: string, body: string, options: RequestOptions): Promise<number> {
    return new Promise((done, fail) => {
      const clientRequest = request(url, options, (response) => {
        response.destroy()
        done(Number(response.statusCode))
      })
      clientRequest.on('error', fail)
      clientRequest.end(body)
    })
  }

  return {
    isAllowedUrl,
    async post(url, body, headers, signal) {
      if (!isAllowedUrl(url)) return { how: 'not-allowed', status: null }
      const agent = new Agent({ keepAlive: false })
      const timeout = AbortSignal.timeout(webhookTimeoutMs)
      const aborted = AbortSignal.any([signal, timeout])
      try {
        const status = await send(url, body, {
          method: 'POST',
          agent,
          lookup: lookupFor(aborted),
          maxHeaderSize: maxWebhookHeaderBytes,
          signal: aborted,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Sealpost',
            ...headers,
          },
          ...(ca !== undefined && { ca }),
        })
        return deliveryOf(status)
      } catch (error) {
        return { how: timeout.aborted ? 'timed-out' : failureOf(error), status: null }
      } finally {
        agent.destroy()
      }
    },
  }
}

function deliveryOf(status: number): WebhookDelivery {
  if (status >= 200 && status < 300) return { how: 'delivered', status }
  return { how: status >= 300 && status < 400 ? 'redirect' : 'answered', status }
}

const unknownHostCodes = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
]

function failureOf(error: unknown): WebhookOutcome['how'] {
  if (error instanceof AddressNotAllowedError) return 'not-allowed'
  const code = errorCode(error)
  if (unknownHostCodes.includes(code)) return 'unknown-host'
  if (['ETIMEDOUT', 'ETIMEOUT', 'ECANCELLED'].includes(code)) return 'timed-out'
  return isCertificateError(error) ? 'certificate' : 'unreachable'
}
