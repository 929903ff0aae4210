import { KiB, MiB, maxProbeBytes, probeRangeBytes } from '../limits.ts'

/** What is tried, by the command line and by browsers alike. */

/** For how long somebody stands still, in seconds: longer than the usual minute, and where nobody wants to wait. */
export const probeSeconds = { whole: 65, quick: 15 } as const

/** Of bodies; a smaller one is tried where a larger one does not come through. */
export const bodySizes = [maxProbeBytes, 16 * MiB, 6 * MiB, MiB] as const

/** Of a body that stands still in the middle: more than any proxy takes before it looks further. */
export const halfBytes = 256 * KiB
/** And for how long, where it is about buffering alone. */
export const halfMs = 2000

/** Of an answer in pieces, each smaller than any buffer. */
export const turns = { pieces: 5, piece_bytes: 64, turn_ms: 500 } as const
export const turnsMs = (turns.pieces - 1) * turns.turn_ms

const [start, end] = [1000, probeRangeBytes / 2]
export const rangeHeader = `bytes=${start}-${end}`
export const isRightRange = (bytes: Uint8Array): boolean =>
  bytes.length === end - start + 1 && bytes.every((byte, at) => byte === (start + at) % 251)
