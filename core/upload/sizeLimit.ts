import { minPartChunksOf } from '../../contract/fileLimits.ts'
import { chunkBytes, KiB, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import type { SizeLimit } from './state.ts'

/** Larger files are always sent in parts. */
export const maxFormFileBytes = 16 * MiB
/** Larger files are sent in parts over a slow connection. */
const maxFormFileBytesOnSlowLine = 8 * MiB
/** Size of a request of small files while the bandwidth is unknown or low, and of the smallest part. */
export const firstRequestBytes = minPartChunks * chunkBytes
/** Smallest bandwidth sample: smaller bodies show the time per file. One of two in a row is larger. */
const minSampleBytes = firstRequestBytes / 2
/** Proxies accept this much: one file that is refused for itself must not shrink all requests. */
const minLimitBytes = MiB / 2
/** An uncertain limit grows to this multiple of the largest body that came through. */
const growth = 1.25
/** Bytes of the form fields per file, except for the longest names. */
export const formFieldsBytes = 2 * KiB
const maxFilesPerRequest = 500

/**
 * Larger parts hardly cost less per byte, and several times their size in memory while being sent. This is
 * half a minute at 5 Mbit/s, well within the time limits of proxies, even if the bandwidth is unknown.
 */
const maxPartChunks = 64
/** Parts of a file at least, unless they would be too small: its first byte goes once the first part is sealed. */
const wantedParts = 32
const secondsPerBody = 8

/**
 * [Note: One limit]
 * There is one limit for the bodies of parts and of requests of small files: what the way to the server
 * accepts, and what the connection carries in eight seconds. A body that does not fit halves it; one that
 * comes through lets it grow again, unless the limit was stated.
 */
export const initialSizeLimit: SizeLimit = {
  maxBytes: Infinity,
  isStated: false,
  proven: 0,
  maxFiles: maxFilesPerRequest,
  bytesPerSecond: null,
}

/**
 * Lowers `maxBytes` to half of a body that was refused or broke off, but not below 512 KiB: once for parallel bodies.
 * @param isRefusal false for broken connections
 */
export function limitAfterTooLarge(limit: SizeLimit, bytes: number, isRefusal: boolean): SizeLimit {
  const half = Math.max(minLimitBytes, Math.floor(bytes / 2))
  return { ...limit, maxBytes: Math.min(limit.maxBytes, half), isStated: limit.isStated || isRefusal }
}

/** Lowers `maxFiles` to half the files of a request that is too large because of their form fields. */
export const withFewerFiles = (limit: SizeLimit, files: number): SizeLimit => ({
  ...limit,
  maxFiles: Math.max(1, Math.min(limit.maxFiles, Math.floor(files / 2))),
})

/** Raises an inferred limit to what a body of this size proves, and takes it as a bandwidth sample. */
export function limitAfterSuccess(limit: SizeLimit, bytes: number, milliseconds: number): SizeLimit {
  const proven = Math.max(limit.proven, bytes)
  const grown: SizeLimit = limit.isStated
    ? { ...limit, proven }
    : {
        ...limit,
        proven,
        maxBytes: Math.max(limit.maxBytes, proven * growth),
        maxFiles: Math.min(maxFilesPerRequest, Math.ceil(limit.maxFiles * growth)),
      }
  return withBandwidthSample(grown, bytes, milliseconds)
}

/** Updates the bandwidth alone: a request to the store says nothing about the way to the server. */
export const withBandwidthSample = (limit: SizeLimit, bytes: number, milliseconds: number): SizeLimit =>
  bytes < minSampleBytes ? limit : { ...limit, bytesPerSecond: rateOf(limit, bytes, milliseconds) }

function rateOf({ bytesPerSecond }: SizeLimit, bytes: number, milliseconds: number): number {
  const now = (bytes * 1000) / Math.max(1, milliseconds)
  return bytesPerSecond === null ? now : 0.7 * bytesPerSecond + 0.3 * now
}

/** True if a body that broke off may have been too large, because none as large has come through. */
export const mayBeTooLarge = (limit: SizeLimit, bytes: number): boolean =>
  bytes > minLimitBytes && bytes > limit.proven

/** Sealed chunks of a body that the way accepts and the connection carries in time. Large bodies cost less per byte. */
function carriedChunks({ maxBytes, bytesPerSecond }: SizeLimit): number {
  const carried = bytesPerSecond === null ? Infinity : bytesPerSecond * secondsPerBody
  return Math.min(maxPartChunks, Math.floor(Math.min(maxBytes, carried) / sealedChunkBytes))
}

/**
 * Sealed chunks per part, for a file of so many bytes. Small parts lose less when a connection breaks, but a very large
 * file needs large ones to keep their number allowed.
 */
export function partChunksFor(limit: SizeLimit, bytes: number): number {
  const ofFile = Math.max(minPartChunks, Math.floor(bytes / (wantedParts * chunkBytes)))
  return Math.max(minPartChunksOf(bytes), Math.min(carriedChunks(limit), ofFile))
}

/** Size of the next request of small files in bytes, small until the bandwidth is known. */
const requestBytes = (limit: SizeLimit): number =>
  Math.min(
    limit.maxBytes,
    limit.bytesPerSecond === null
      ? firstRequestBytes
      : Math.max(minPartChunks, carriedChunks(limit)) * chunkBytes,
  )

/** True if a file of so many bytes fits into a request, perhaps alone; otherwise it is sent in parts. */
export const fitsInRequest = (limit: SizeLimit, bytes: number): boolean =>
  bytes + formFieldsBytes <= limit.maxBytes &&
  bytes <= Math.max(maxFormFileBytesOnSlowLine, requestBytes(limit))

/** At least one, if there is any. */
export function firstFilesThatFit<T>(
  limit: SizeLimit,
  files: Iterable<T>,
  bytesOf: (file: T) => number,
): T[] {
  let left = requestBytes(limit)
  const request: T[] = []
  for (const file of files) {
    const bytes = bytesOf(file) + formFieldsBytes
    if (request.length >= limit.maxFiles || (request.length > 0 && bytes > left)) break
    request.push(file)
    left -= bytes
  }
  return request
}
