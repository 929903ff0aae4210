import type { SeenRequest, ServerFacts } from '../schemas/diagnosis.ts'

/** What was measured on the path from outside, through whatever stands in front of the server. */
export interface PathFacts {
  /** The origin that was asked. */
  url: string
  /** Set where nothing else could be measured. 'stranger': what answers there is not this server. */
  failed?: { why: 'unanswered' | 'certificate' | 'stranger'; said: string }
  /** What arrived of a request that claimed to come from `forgedVisitor`. */
  seen?: SeenRequest
  /** As ALPN names it: 'h2', 'http/1.1', 'h3'. */
  http?: string
  /** Whether answers promise https for the future. */
  hsts?: boolean
  /** How long the certificate still holds, and was made for. */
  certificate?: { left_days: number; of_days: number }
  /** The largest request, of those tried, that came through; and what the refusal of a larger one said (0: cut off). */
  body?: { asked: number; passed: number; status: number }
  /** A body that was sent in two halves. */
  body_spread?: Spread
  /** An answer that was sent in pieces. */
  answer_spread?: Spread
  waits?: readonly Wait[]
  range?: { status: number; is_right: boolean }
  /** The server's clock, against the one here. */
  clock_ahead_ms?: number
}

/** What the one side needed from the first byte to the last, and what the other saw of that. */
export interface Spread {
  sent_ms: number
  seen_ms: number
}

/** Somebody stood still: the server before its answer, a sender within a body, a reader within an answer. */
export interface Wait {
  who: 'server' | 'sender' | 'reader'
  tried_s: number
  /** Null: it went on as if nothing had been. */
  cut_after_s: number | null
}

export interface Facts {
  path?: PathFacts
  /** Null: the server did not tell. */
  server?: ServerFacts | null
  /** By whom. Browsers cannot measure all. */
  by: 'command line' | 'browser'
  time: string
}

/** An address of nobody (RFC 5737), which the limits must not count. */
export const forgedVisitor = '203.0.113.77'
