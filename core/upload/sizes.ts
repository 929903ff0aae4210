import { minPartChunksOf } from '../../contract/fileLimits.ts'
import { chunkBytes, KiB, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import type { SizeLimit } from './state.ts'

/** Larger files are sent in parts; others share a form, or have one each on a fast connection. */
export const largestSharedBytes = 16 * MiB
/** The same on any connection. */
const sharedAnywayBytes = 8 * MiB
/** Size of a request of small files while the bandwidth is unknown or low, and of the smallest part. */
export const firstRequestBytes = minPartChunks * chunkBytes
/** Smaller bodies show the time per file, not the bandwidth. One of two requests in a row is larger. */
const minSampleBytes = firstRequestBytes / 2
/** Proxies accept this much: one file that is refused for itself must not shrink all requests. */
const minLimitBytes = MiB / 2
/** An uncertain limit grows to this multiple of the largest body that came through. */
const growth = 1.25
/** Bytes of the form fields per file, except for the longest names. */
export const fieldsBytes = 2 * KiB
const maxFilesPerRequest = 500

/**
 * Larger parts hardly cost less per byte, and several times their size in memory while being sent. This is
 * half a minute at 5 Mbit/s, well within the time limits of proxies, even if the bandwidth is unknown.
 */
const maxPartChunks = 64
const secondsPerBody = 8

/**
 * [Note: One limit]
 * There is one limit for the bodies of parts and of requests of small files: what the way to the server
 * accepts, and what the connection carries in eight seconds. A body that does not fit halves it; one that
 * comes through lets it grow again, unless the limit was stated.
 */
export const noLimit: SizeLimit = {
  most: Infinity,
  isSure: false,
  proven: 0,
  mostFiles: maxFilesPerRequest,
  bytesPerSecond: null,
}

/** Halves the limit, once for parallel bodies. @param isRefusal false for broken connections */
export function didNotFit(size: SizeLimit, bytes: number, isRefusal: boolean): SizeLimit {
  const half = Math.max(minLimitBytes, Math.floor(bytes / 2))
  return { ...size, most: Math.min(size.most, half), isSure: size.isSure || isRefusal }
}

/** Halves the number of files per request, if its form fields are what makes it large. */
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
        mostFiles: Math.min(maxFilesPerRequest, Math.ceil(size.mostFiles * growth)),
      }
  return withSample(grown, bytes, milliseconds)
}

/** Updates the bandwidth alone: a request to the store says nothing about the way to the server. */
export const withSample = (size: SizeLimit, bytes: number, milliseconds: number): SizeLimit =>
  bytes < minSampleBytes ? size : { ...size, bytesPerSecond: rateOf(size, bytes, milliseconds) }

/** Bandwidth including this sample. */
function rateOf({ bytesPerSecond }: SizeLimit, bytes: number, milliseconds: number): number {
  const now = (bytes * 1000) / Math.max(1, milliseconds)
  return bytesPerSecond === null ? now : 0.7 * bytesPerSecond + 0.3 * now
}

/** True if a body that broke off may have been too large, because none as large has come through. */
export const mayBeSize = (size: SizeLimit, bytes: number): boolean =>
  bytes > minLimitBytes && bytes > size.proven

/**
 * Sealed chunks per part, for a file of so many bytes. Large parts cost less per byte, small ones lose less
 * when a connection breaks. A very large file needs large parts to keep their number allowed.
 */
export function partChunks({ most, bytesPerSecond }: SizeLimit, bytes: number): number {
  const carried = bytesPerSecond === null ? Infinity : bytesPerSecond * secondsPerBody
  const chunks = Math.floor(Math.min(most, carried) / sealedChunkBytes)
  return Math.max(minPartChunksOf(bytes), Math.min(maxPartChunks, chunks))
}

/** Size of the next form: that of a part, but small until the bandwidth is known. */
const requestBytes = (size: SizeLimit): number =>
  Math.min(size.most, size.bytesPerSecond === null ? firstRequestBytes : partChunks(size, 0) * chunkBytes)

/** True if a file of so many bytes fits into a request, perhaps alone; otherwise it is sent in parts. */
export const fitsARequest = (size: SizeLimit, bytes: number): boolean =>
  bytes + fieldsBytes <= size.most && bytes <= Math.max(sharedAnywayBytes, requestBytes(size))

/** The first files that fit into the next request; at least one, if there is any. */
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
