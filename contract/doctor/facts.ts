import type { SeenRequest, ServerFacts } from '../schemas/diagnosis.ts'

/** Measurements of the path to the server from outside, through its proxies. */
export interface PathFacts {
  /** An origin. */
  url: string
  /** Set if nothing else could be measured. 'stranger': another server responded. */
  failed?: { why: 'unanswered' | 'certificate' | 'stranger'; said: string }
  /** The request as it arrived, after claiming to come from `forgedVisitor`. */
  seen?: SeenRequest
  /** Protocol by ALPN: 'h2', 'http/1.1', 'h3'. */
  http?: string | undefined
  hsts?: boolean
  /** Days until the certificate expires, and its whole lifetime in days. */
  certificate?: { left_days: number; of_days: number }
  body?:
    | {
        /** Bytes of the largest request that was tried. */
        asked: number
        /** Bytes of the largest request that was accepted. */
        passed: number
        /** Status of the refusal of a larger one; 0 if the connection was cut. */
        status: number
      }
    | undefined
  /** How a request body arrived that was sent in two halves. */
  body_spread?: Spread | undefined
  /** How a response arrived that was sent in pieces. */
  answer_spread?: Spread | undefined
  waits?: readonly Wait[]
  range?: { status: number; is_right: boolean }
  clock_ahead_ms?: number
}

/** Milliseconds from the first byte to the last: at the sender (`sent_ms`), and at the receiver (`seen_ms`). */
export interface Spread {
  sent_ms: number
  seen_ms: number
}

/** A tested pause: of the server before its response, of a sender within a body, or of a reader within a response. */
export interface Wait {
  who: 'server' | 'sender' | 'reader'
  tried_s: number
  /** Seconds after which the connection was cut; null if it was not, undefined if the server refused the test. */
  cut_after_s: number | null | undefined
}

export interface DoctorFacts {
  path?: PathFacts
  /** Null if the server did not report any. */
  server?: ServerFacts | null
  /** The program that measured. Browsers cannot measure everything. */
  by: 'command line' | 'browser'
  time: string
}

/** An address of nobody (RFC 5737), which rate limits must not count. */
export const forgedVisitor = '203.0.113.77'
