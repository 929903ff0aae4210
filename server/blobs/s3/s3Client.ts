import type { Readable } from 'node:stream'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { UnavailableError, ConfigError, type S3Config } from '../../config.ts'
import { MiB } from '../../../contract/limits.ts'
import { readBounded } from '../../http/readBounded.ts'
import { BlobError } from '../blobStore.ts'

export const storeConnectMs = 5000
/** A connection on which nothing moves for so long has been forgotten by the other side. */
export const storeIdleMs = 90_000
/** The longest answer that is no object, in bytes: a listing has a thousand keys, of which the longest take 5 KB in XML. */
export const maxStoreAnswerBytes = 8 * MiB

const quiet = () => undefined

/** The client for a bucket. What it sends in the clear or again, and what it checks, is what stores other than AWS take. */
export function s3Client({ endpoint, region, credentials, forcePathStyle }: S3Config): S3Client {
  // It would say at each start which Node its later versions need; the lock file says which version this is.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle,
    // What fails is said by those who hear of it.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Otherwise a stream is sent in pieces with a trailer, which Ceph answers with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would make a connection of its own for each part.
    expectContinueHeader: false,
    // What it collects whole: listings and errors, never an object.
    streamCollector: (stream) => readBounded(stream as Readable, maxStoreAnswerBytes),
    requestHandler: {
      connectionTimeout: storeConnectMs,
      socketTimeout: storeIdleMs,
      // Requests are bounded by the memory that they may take; a slow one must not keep the others waiting.
      httpAgent: { keepAlive: true, maxSockets: Infinity },
      httpsAgent: { keepAlive: true, maxSockets: Infinity },
    },
  })
}

/** What the store said, without what it may repeat of the request: '' when it did not come to that. */
export const s3Code = (error: unknown): string => (error instanceof S3ServiceException ? error.name : '')

/** What a HEAD is answered with has no body to name it. */
export const isNotFound = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', '404'].includes(s3Code(error)) ||
  (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && s3Code(error) === '')

/**
 * Any failure of the store as one of ours; ours stay. Where it is not that something is missing it may come again:
 * what the store refuses may be allowed later.
 */
export function asBlobError(error: unknown): BlobError {
  if (error instanceof BlobError) return error
  if (isNotFound(error) || s3Code(error) === 'NoSuchUpload') return new BlobError('missing')
  // It ends before the range that was asked for.
  if (s3Code(error) === 'InvalidRange') return new BlobError('incomplete', summary(error))
  return new BlobError('unavailable', summary(error))
}

/** @throws BlobError */
export const answerOf = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw asBlobError(error)
  })

function summary(error: unknown): string {
  if (error instanceof S3ServiceException) return `${error.name} (${error.$metadata.httpStatusCode ?? '?'})`
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** What went wrong when the store was opened, as a sentence for the operator. */
export function s3StartError(error: unknown, { endpoint, bucket, region }: S3Config): ConfigError {
  const where = endpoint ?? 'AWS'
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  const code = s3Code(error)
  const text = sentences[code]
  if (text !== undefined) return new ConfigError([text(bucket, region)])
  if (status === 404) return new ConfigError([noBucket(bucket)])
  if (status === 403) return new ConfigError([denied(bucket)])
  if (status === 301 || status === 400) return new ConfigError([wrongRegion(bucket, region)])
  if (error instanceof Error && error.name === 'CredentialsProviderError') {
    return new ConfigError(['There are no credentials for the store. Set S3_ACCESS_KEY and S3_SECRET_KEY.'])
  }
  return new UnavailableError([
    `The store at ${where} cannot be reached or does not work (${summary(error)}).`,
  ])
}

const noBucket = (bucket: string) => `There is no bucket ${bucket}. Create it first, or set S3_BUCKET.`
const denied = (bucket: string) =>
  `The store refuses S3_ACCESS_KEY for the bucket ${bucket}. It must be allowed to list it, and to read, write and delete in it.`
const wrongRegion = (bucket: string, region: string) =>
  `The bucket ${bucket} is not in the region ${region}. Set S3_REGION to the one where it is.`

const sentences: Record<string, ((bucket: string, region: string) => string) | undefined> = {
  NoSuchBucket: noBucket,
  InvalidAccessKeyId: () => 'The store does not know S3_ACCESS_KEY.',
  SignatureDoesNotMatch: () => 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY.',
  RequestTimeTooSkewed: () =>
    'The clock of this machine and that of the store differ by more than 15 minutes. Set the wrong one.',
  AccessDenied: denied,
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
}
