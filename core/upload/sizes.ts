import { leastPartChunks } from '../../contract/fileLimits.ts'
import { chunkBytes, KiB, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import type { SizeLimit } from './state.ts'

/** Larger files go up in parts; up to this size several share a request, or one has it alone, if the line is fast. */
export const largestSharedBytes = 16 * MiB
/** Up to this size on any line. */
const sharedAnywayBytes = 8 * MiB
/** Of a request of small files, until the line is known, and on a slow one; and of the smallest part. */
export const firstRequestBytes = minPartChunks * chunkBytes
/** A smaller body does not say how fast the line is, but how long its files take. Of two in a row one is as large. */
const telltaleBytes = firstRequestBytes / 2
/** Proxies take as much; with a file that is refused by itself, requests of the others do not become smaller still. */
const leastBytes = MiB / 2
/** A limit that is not certain grows to so much more than what has come through. */
const growth = 1.25
/** What a form says of a file takes up to this, the longest names aside. */
export const fieldsBytes = 2 * KiB
const mostFiles = 500

/**
 * Larger parts cost hardly less per byte, and several times their size in memory while they are sent. Half a minute at
 * 5 Mbit/s, far from any proxy's time limit: where the rate is not known yet, too.
 */
const mostPartChunks = 64
const secondsPerBody = 8

/**
 * [Note: One limit]
 * How large a body may be is one question, for parts and for requests of small files: at most what the way to the server
 * takes, and at most what the line carries in eight seconds. What did not fit halves it, what comes through lets it grow
 * again where nobody has said that it is one.
 */
export const noLimit: SizeLimit = {
  most: Infinity,
  isSure: false,
  proven: 0,
  mostFiles,
  bytesPerSecond: null,
}

/**
 * Half of it at most from now on. Several that were under way together teach the same.
 * @param isRefusal somebody said so; otherwise it broke off again and again
 */
export function didNotFit(size: SizeLimit, bytes: number, isRefusal: boolean): SizeLimit {
  const most = Math.max(leastBytes, Math.floor(bytes / 2))
  return most >= size.most ? size : { ...size, most, isSure: size.isSure || isRefusal }
}

/** Where a request is large for what its form says of so many files: half of them at most from now on. */
export const tooMany = (size: SizeLimit, files: number): SizeLimit => ({
  ...size,
  mostFiles: Math.max(1, Math.min(size.mostFiles, Math.floor(files / 2))),
})

export function cameThrough(size: SizeLimit, bytes: number, milliseconds: number): SizeLimit {
  const proven = Math.max(size.proven, bytes)
  const grown: SizeLimit = size.isSure
    ? { ...size, proven }
    : {
        ...size,
        proven,
        most: Math.max(size.most, proven * growth),
        mostFiles: Math.min(mostFiles, Math.ceil(size.mostFiles * growth)),
      }
  return carried(grown, bytes, milliseconds)
}

/** Of the line alone: what went straight to the store says nothing of the way to the server. */
export const carried = (size: SizeLimit, bytes: number, milliseconds: number): SizeLimit =>
  bytes < telltaleBytes ? size : { ...size, bytesPerSecond: rateOf(size, bytes, milliseconds) }

/** What the line has carried lately. */
function rateOf({ bytesPerSecond }: SizeLimit, bytes: number, milliseconds: number): number {
  const now = (bytes * 1000) / Math.max(1, milliseconds)
  return bytesPerSecond === null ? now : 0.7 * bytesPerSecond + 0.3 * now
}

/** Whether a body that broke off may have been too large: one as large has not come through. */
export const mayBeSize = (size: SizeLimit, bytes: number): boolean =>
  bytes > leastBytes && bytes > size.proven

/**
 * Sealed chunks of a part of a file of so many bytes. Large parts cost less per byte; small ones lose less when a
 * connection breaks. Of a very large file they are as large as they have to be, for it to have few enough.
 */
export function partChunks({ most, bytesPerSecond }: SizeLimit, bytes: number): number {
  const carried = bytesPerSecond === null ? Infinity : bytesPerSecond * secondsPerBody
  const chunks = Math.floor(Math.min(most, carried) / sealedChunkBytes)
  return Math.max(leastPartChunks(bytes), Math.min(mostPartChunks, chunks))
}

/** As much as a part, but little until the line is known: a part is made smaller when it does not arrive. */
const requestBytes = (size: SizeLimit): number =>
  Math.min(size.most, size.bytesPerSecond === null ? firstRequestBytes : partChunks(size, 0) * chunkBytes)

/** Whether a file of so many bytes goes in a request, perhaps alone; otherwise it goes in parts. */
export const fitsARequest = (size: SizeLimit, bytes: number): boolean =>
  bytes + fieldsBytes <= size.most && bytes <= Math.max(sharedAnywayBytes, requestBytes(size))

/** The first of these, as many as share the next request; one at least, if there is any. */
export function packed<T>(size: SizeLimit, files: Iterable<T>, bytesOf: (file: T) => number): T[] {
  let left = requestBytes(size)
  const request: T[] = []
  for (const file of files) {
    const bytes = bytesOf(file) + fieldsBytes
    if (request.length >= size.mostFiles || (request.length > 0 && bytes > left)) break
    request.push(file)
    left -= bytes
  }
  return request
}
