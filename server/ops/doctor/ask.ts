import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
} from 'node:http'
import { request as tlsRequest } from 'node:https'
import { addresses, type CallName } from '../../../contract/addresses.ts'
import { apiBase } from '../../../contract/call.ts'
import { diagnosisHeader } from '../../../contract/headers.ts'
import { MiB } from '../../../contract/limits.ts'
import { readBounded } from '../../http/readBounded.ts'

/** Where the self-test asks, and by what it is let in. */
export interface Door {
  /** An origin. */
  url: string
  secret: string
}

export interface Ask {
  query?: Readonly<Record<string, number>>
  headers?: Readonly<Record<string, string>>
  body?: { length: number; send: (request: ClientRequest) => void }
  /** Takes the answer's bytes; without it they are collected. */
  read?: (answer: IncomingMessage) => Promise<void>
  signal?: AbortSignal
}

/** `status` 0: none came, or it broke off; `said` then names why. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  said: string
  ms: number
}

/** Milliseconds without a byte after which there is no answer: far above the longest that is tried. */
export const giveUpMs = 120_000
/** Milliseconds from the request to the end of its answer, however steadily that drips. */
export const wholeMs = 600_000
/** The longest answer that is collected, in bytes: who answers at the address may be anybody. */
export const maxAnswerBytes = MiB

/** One request on a connection of its own, as HTTP/1.1. Never throws: what goes wrong is what is asked about. */
export function ask({ url, secret }: Door, call: CallName, options: Ask = {}): Promise<Answer> {
  const { query, headers, body, read, signal } = options
  const { method, path } = addresses[call]
  const address = new URL(apiBase + path, url)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  const send = address.protocol === 'https:' ? tlsRequest : plainRequest
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, rest: Partial<Answer> = {}) => {
      clearTimeout(timer)
      resolve({
        ...{ status, headers: {}, body: Buffer.alloc(0), said: '', ...rest },
        ms: performance.now() - begun,
      })
      request.destroy()
    }
    const request = send(address, {
      method,
      agent: false,
      timeout: giveUpMs,
      ...(signal && { signal }),
      headers: {
        [diagnosisHeader]: secret,
        accept: '*/*',
        ...(body && { 'content-length': body.length, 'content-type': 'application/octet-stream' }),
        ...headers,
      },
    })
    const timer = setTimeout(() => end(0, { said: 'no end' }), wholeMs)
    request.on('error', (error) => end(0, { said: codeOf(error) }))
    request.on('timeout', () => end(0, { said: 'no answer' }))
    request.on('response', (answer) => {
      const { statusCode = 0, headers } = answer
      const collect = async () => {
        if (statusCode !== 200 || !read) return readBounded(answer as AsyncIterable<Buffer>, maxAnswerBytes)
        await read(answer)
        return Buffer.alloc(0)
      }
      collect().then(
        (body) => end(statusCode, { headers, body }),
        // A refusal may be cut where more of the body was to come.
        (error: unknown) => end(statusCode === 200 ? 0 : statusCode, { headers, said: codeOf(error) }),
      )
    })
    if (body) body.send(request)
    else request.end()
  })
}

/** Node's name of what went wrong; its texts are about sockets. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
