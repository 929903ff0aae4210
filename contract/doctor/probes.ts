import { isApiCode } from '../errors.ts'
import type { PathFacts } from './facts.ts'
import { parseJsonObject } from '../parseJsonObject.ts'
import { KiB, MiB, maxProbeBytes, probeRangeBytes } from '../limits.ts'

/** Parameters of the self-test, for command line and browsers alike. */

/** Seconds of a pause: longer than the usual timeout of a minute, and a quick variant. */
export const probeSeconds = { whole: 65, quick: 15 } as const

/** Request bodies in bytes; if one does not pass, the next smaller one is tried. */
const bodySizes = [maxProbeBytes, 16 * MiB, 6 * MiB, MiB] as const

/** First half of a body that pauses in the middle: larger than any proxy's buffer. */
export const firstHalfBytes = 256 * KiB
/** Duration of that pause for the buffering test, in milliseconds. */
export const halfPauseMs = 2000

/** A response in pieces, each smaller than any buffer. */
export const slowResponse = { pieces: 5, piece_bytes: 64, turn_ms: 500 } as const
export const slowResponseMs = (slowResponse.pieces - 1) * slowResponse.turn_ms

const [start, end] = [1000, probeRangeBytes / 2]
export const rangeHeader = `bytes=${start}-${end}`
export const isRightRange = (bytes: Uint8Array): boolean =>
  bytes.length === end - start + 1 && bytes.every((byte, at) => byte === (start + at) % 251)

/** True if the server itself refused a request, by a code: that says nothing about the network path. */
function isServersRefusal(body: string): boolean {
  const { code } = parseJsonObject(body)
  // A proxy may answer in JSON, with codes of its own.
  return typeof code === 'string' && isApiCode(code)
}

/** Returns the seconds after which a request was cut off; null if it was not, undefined if the server refused it. */
export function cutAfterSeconds(status: number, ms: number, body: string): number | null | undefined {
  if (status === 200) return null
  return isServersRefusal(body) ? undefined : Math.round(ms / 1000)
}

/** Finds the largest body that passes. @returns undefined if the server refused one */
export async function findLargestBody(
  send: (bytes: number) => Promise<{ status: number; body: string }>,
): Promise<PathFacts['body']> {
  let refusedWith: number | undefined
  for (const bytes of bodySizes) {
    const { status, body } = await send(bytes)
    if (status === 200) return { asked: maxProbeBytes, passed: bytes, status: refusedWith ?? 200 }
    if (isServersRefusal(body)) return undefined
    refusedWith ??= status
  }
  return { asked: maxProbeBytes, passed: 0, status: refusedWith ?? 0 }
}
