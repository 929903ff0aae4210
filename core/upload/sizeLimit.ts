import { minPartChunksOf } from '../../contract/fileLimits.ts'
import { chunkBytes, KiB, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { bytesPerSecond, formBytesFor, minFormBytes } from './pace.ts'
import type { SizeLimit, UploadState } from './state.ts'

/** Larger files are always sent in parts. */
export const maxFormFileBytes = 16 * MiB
/** Larger files are sent in parts over a slow connection. */
const maxFormFileBytesOnSlowLine = 8 * MiB
/** Size of the smallest part. */
export const minPartBytes = minPartChunks * chunkBytes
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
const maxCarriedChunks = 64
/** Parts of a file at least, unless they would be too small: its first byte goes once the first part is sealed. */
const wantedParts = 32
const secondsPerBody = 8

/**
 * [Note: One limit]
 * There is one limit for the bodies of parts and of requests of small files: what the way to the server
 * accepts, and what the connection carries in eight seconds. A body that does not fit halves it; one that
 * comes through lets it grow again, unless the limit was stated. Most requests of small files are smaller, see
 * [Note: The pace of a line].
 */
export const initialSizeLimit: SizeLimit = {
  maxBytes: Infinity,
  isStated: false,
  largestAcceptedBytes: 0,
  maxFiles: maxFilesPerRequest,
}

/** What decides on the size of bodies. */
type Limits = Pick<UploadState, 'size' | 'pace'>

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

/** Raises an inferred limit to what a body of this size proves. */
export function limitAfterSuccess(limit: SizeLimit, bytes: number): SizeLimit {
  const largestAcceptedBytes = Math.max(limit.largestAcceptedBytes, bytes)
  if (limit.isStated) return { ...limit, largestAcceptedBytes }
  return {
    ...limit,
    largestAcceptedBytes,
    maxBytes: Math.max(limit.maxBytes, largestAcceptedBytes * growth),
    maxFiles: Math.min(maxFilesPerRequest, Math.ceil(limit.maxFiles * growth)),
  }
}

/** True if a body that broke off may have been too large, because none as large has come through. */
export const mayBeTooLarge = (limit: SizeLimit, bytes: number): boolean =>
  bytes > minLimitBytes && bytes > limit.largestAcceptedBytes

/** Sealed chunks of a body that the way accepts and the connection carries in time. Large bodies cost less per byte. */
function carriedChunks({ size: { maxBytes }, pace }: Limits): number {
  const carried = (bytesPerSecond(pace) ?? Infinity) * secondsPerBody
  return Math.min(maxCarriedChunks, Math.floor(Math.min(maxBytes, carried) / sealedChunkBytes))
}

/**
 * Sealed chunks per part, for a file of so many bytes. Small parts lose less when a connection breaks, but a very large
 * file needs large ones to keep their number allowed.
 */
export function partChunksFor(limits: Limits, bytes: number): number {
  const ofFile = Math.max(minPartChunks, Math.floor(bytes / (wantedParts * chunkBytes)))
  return Math.max(minPartChunksOf(bytes), Math.min(carriedChunks(limits), ofFile))
}

/** True if a file of so many bytes fits into a request, perhaps alone; otherwise it is sent in parts. */
export function fitsInRequest(limits: Limits, bytes: number): boolean {
  const isRateKnown = bytesPerSecond(limits.pace) !== null
  const carried = isRateKnown ? carriedChunks(limits) * chunkBytes : 0
  return (
    bytes + formFieldsBytes <= limits.size.maxBytes && bytes <= Math.max(maxFormFileBytesOnSlowLine, carried)
  )
}

/**
 * The files of the next request: at least one, if there is any, and no more than one thread's share of them all, so that
 * all threads end together.
 */
export function firstFilesThatFit<T>(
  { size, pace }: Limits,
  files: Iterable<T>,
  bytesOf: (file: T) => number,
  threads = 1,
): T[] {
  const most = Math.min(size.maxBytes, maxFormFileBytes, formBytesFor(pace))
  let ahead = 0
  const upcoming: { file: T; bytes: number }[] = []
  for (const file of files) {
    if (upcoming.length > 0 && ahead >= most * threads) break
    const bytes = bytesOf(file) + formFieldsBytes
    upcoming.push({ file, bytes })
    ahead += bytes
  }
  let left = Math.min(most, Math.max(minFormBytes, ahead / threads))
  const request: T[] = []
  for (const { file, bytes } of upcoming) {
    if (request.length >= size.maxFiles || (request.length > 0 && bytes > left)) break
    request.push(file)
    left -= bytes
  }
  return request
}
