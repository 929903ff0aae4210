import type { CallName } from '../addresses.ts'
import { isApiCode } from '../errors.ts'
import { KiB, MiB, maxProbeBytes, probeRangeBytes } from '../limits.ts'
import { parseJsonObject } from '../parseJsonObject.ts'
import type { PathFacts, Spread, Wait } from './facts.ts'

/** The part of the self-test that the command line and a browser do each in their own way. */
export interface ProbePort {
  send: SendProbe
  /** The parties that can be made to pause. Browsers read ahead, and not all of them can pause within a body. */
  pauses: readonly Wait['who'][]
}

/** Sends one request. Failures of the path are results; rejects only if the self-test is stopped. */
export type SendProbe = (call: CallName, request?: ProbeRequest) => Promise<ProbeResponse>

export interface ProbeRequest {
  query?: Readonly<Record<string, number>>
  headers?: Readonly<Record<string, string>>
  body?: ProbeBody
  /** Pause before the response is read. */
  readAfterMs?: number
  /** Called with each piece of a response with status 200, whose `body` may then be empty. */
  onPiece?: (piece: Uint8Array) => void
  signal?: AbortSignal
}

/** A body of zeros; `pauseMs` is between its two halves. */
export interface ProbeBody {
  bytes: number
  pauseMs?: number
}

/** A response, after `ms` milliseconds; with `status` 0 there was none, or it was incomplete. */
export interface ProbeResponse {
  status: number
  body: Uint8Array
  ms: number
}

/** Seconds of a pause: longer than the usual timeout of a minute, and a quick variant. */
export const probeSeconds = { whole: 65, quick: 15 } as const

/** Sizes of request bodies; if one does not pass, the next smaller one is tried. */
const bodySizes = [maxProbeBytes, 16 * MiB, 6 * MiB, MiB] as const

/** Half of it is larger than any proxy's buffer. */
const pausedBody = (pauseMs: number): ProbeBody => ({ bytes: 512 * KiB, pauseMs })
/** Duration of the pause for the buffering test, in milliseconds. */
const halfPauseMs = 2000

/** A response in pieces, each smaller than any buffer. */
const slowResponse = { pieces: 5, piece_bytes: 64, turn_ms: 500 } as const
const slowResponseMs = (slowResponse.pieces - 1) * slowResponse.turn_ms

/** More bytes than all buffers on the path hold. */
const longResponse = { pieces: 96, piece_bytes: 256 * KiB } as const

const [start, end] = [1000, probeRangeBytes / 2]

type Transfers = Pick<PathFacts, 'waits' | 'body_spread' | 'answer_spread' | 'range' | 'body'>

/** Measures how the path treats transfers. @param seconds duration of the longest pause */
export async function probeTransfers(port: ProbePort, seconds: number): Promise<Transfers> {
  const cutAfter = async (who: Wait['who']): Promise<Wait> => ({
    who,
    tried_s: seconds,
    cut_after_s: await waitProbes[who](port.send, seconds),
  })
  const [waits, rest] = await Promise.all([Promise.all(port.pauses.map(cutAfter)), probeWithoutWaits(port)])
  return { waits, ...rest }
}

async function probeWithoutWaits({ send, pauses }: ProbePort): Promise<Transfers> {
  const [body_spread, answer_spread, range] = await Promise.all([
    pauses.includes('sender') ? probeBodySpread(send) : undefined,
    probeResponseSpread(send),
    probeRange(send),
  ])
  // In sequence, as it would slow down the others.
  const body = await probeLargestBody(send)
  return { body_spread, answer_spread, range, body }
}

/** The difference of the server's clock to this one. @param begun when the request was sent, in milliseconds */
export const clockAheadMs = (seen: { time: string }, begun: number): number =>
  Math.round(Date.parse(seen.time) - (begun + Date.now()) / 2)

const waitProbes: Readonly<
  Record<Wait['who'], (send: SendProbe, seconds: number) => Promise<Wait['cut_after_s']>>
> = {
  server: async (send, seconds) => {
    const query = { silent_ms: seconds * 1000, pieces: 1, piece_bytes: 1 }
    return cutAfterSeconds(await send('answerSlowly', { query }))
  },
  sender: async (send, seconds) =>
    cutAfterSeconds(await send('takeBody', { body: pausedBody(seconds * 1000) })),
  // A paused reader notices no disconnect, so there are two; if the first is disconnected, the second stops.
  reader: async (send, seconds) => {
    const controller = new AbortController()
    const long = seconds > probeSeconds.quick ? readLate(send, seconds, controller.signal) : null
    const cut = await readLate(send, probeSeconds.quick)
    if (cut === null) return long
    controller.abort()
    await long
    return cut
  },
}

/** Reads a response after a pause of `seconds`; a loss is noticed when reading. */
async function readLate(
  send: SendProbe,
  seconds: number,
  signal?: AbortSignal,
): Promise<Wait['cut_after_s']> {
  let bytes = 0
  const response = await send('answerSlowly', {
    query: longResponse,
    readAfterMs: seconds * 1000,
    onPiece: ({ length }) => (bytes += length),
    ...(signal && { signal }),
  })
  const isCut = response.status === 200 && bytes < longResponse.pieces * longResponse.piece_bytes
  return cutAfterSeconds(isCut ? { ...response, status: 0 } : response)
}

/** Returns the seconds after which a request was cut off; null if it was not, undefined if the server refused it. */
export function cutAfterSeconds({ status, ms, body }: ProbeResponse): Wait['cut_after_s'] {
  if (status === 200) return null
  return isServersRefusal(body) ? undefined : Math.round(ms / 1000)
}

/** True if the server itself refused a request, by a code: that says nothing about the network path. */
function isServersRefusal(body: Uint8Array): boolean {
  const { code } = parseBody(body)
  // A proxy may answer in JSON, with codes of its own.
  return typeof code === 'string' && isApiCode(code)
}

const parseBody = (body: Uint8Array) => parseJsonObject(new TextDecoder().decode(body))

/** Measures whether a paused request body arrives unbuffered; undefined if it was refused. */
export async function probeBodySpread(send: SendProbe): Promise<Spread | undefined> {
  const { status, body } = await send('takeBody', { body: pausedBody(halfPauseMs) })
  const { spread_ms } = status === 200 ? parseBody(body) : {}
  return typeof spread_ms === 'number' ? { sent_ms: halfPauseMs, seen_ms: spread_ms } : undefined
}

async function probeResponseSpread(send: SendProbe): Promise<Spread | undefined> {
  let [first, last] = [0, 0]
  const onPiece = () => {
    last = performance.now()
    first ||= last
  }
  const { status } = await send('answerSlowly', { query: slowResponse, onPiece })
  return status === 200 ? { sent_ms: slowResponseMs, seen_ms: last - first } : undefined
}

async function probeRange(send: SendProbe): Promise<NonNullable<PathFacts['range']>> {
  const { status, body } = await send('rangeOfBytes', { headers: { range: `bytes=${start}-${end}` } })
  const isRight = body.length === end - start + 1 && body.every((byte, at) => byte === (start + at) % 251)
  return { status, is_right: isRight }
}

/** Finds the largest body that passes; undefined if the server refused one. */
async function probeLargestBody(send: SendProbe): Promise<PathFacts['body']> {
  let refusedWith: number | undefined
  for (const bytes of bodySizes) {
    const { status, body } = await send('takeBody', { body: { bytes } })
    if (status === 200) return { asked: maxProbeBytes, passed: bytes, status: refusedWith ?? 200 }
    if (isServersRefusal(body)) return undefined
    refusedWith ??= status
  }
  return { asked: maxProbeBytes, passed: 0, status: refusedWith ?? 0 }
}
