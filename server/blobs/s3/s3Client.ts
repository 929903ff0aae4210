import type { Readable } from 'node:stream'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { UnavailableError, ConfigError, type S3Config } from '../../config/config.ts'
import { MiB } from '../../../contract/limits.ts'
import { readBounded } from '../../http/readBounded.ts'
import { BlobError } from '../blobStore.ts'

export const storeConnectTimeoutMs = 5000
export const storeIdleTimeoutMs = 90_000
/** Maximum bytes of a response other than an object. A listing has a thousand keys of up to 5 KB of XML. */
export const maxStoreResponseBytes = 8 * MiB

const noop = () => undefined

/** Creates a client for a bucket. Its options are compatible with stores other than AWS. */
export function createS3Client({ endpoint, region, credentials, forcePathStyle }: S3Config): S3Client {
  // Suppress the warning about the Node version of later releases: the lock file pins this one.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle,
    // Callers report errors.
    logger: { trace: noop, debug: noop, info: noop, warn: noop, error: noop },
    // Otherwise a stream is sent in chunks with a trailer, which Ceph rejects with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Otherwise each part would open a new connection.
    expectContinueHeader: false,
    // For responses that are collected whole: listings and errors, never objects.
    streamCollector: (stream) => readBounded(stream as Readable, maxStoreResponseBytes),
    requestHandler: {
      connectionTimeout: storeConnectTimeoutMs,
      socketTimeout: storeIdleTimeoutMs,
      // The memory budget limits requests. A slow one must not block the others.
      httpAgent: { keepAlive: true, maxSockets: Infinity },
      httpsAgent: { keepAlive: true, maxSockets: Infinity },
    },
  })
}

/** Error code of the store, which repeats nothing of the request. '' for other errors. */
export const s3ErrorCode = (error: unknown): string => (error instanceof S3ServiceException ? error.name : '')

/** A response to HEAD has no body with an error code, only a status. */
export const isNotFound = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', '404'].includes(s3ErrorCode(error)) ||
  (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && s3ErrorCode(error) === '')

/** Converts an error to a BlobError. Anything but a missing object may be retried. */
export function toBlobError(error: unknown): BlobError {
  if (error instanceof BlobError) return error
  if (isNotFound(error) || s3ErrorCode(error) === 'NoSuchUpload') return new BlobError('missing')
  // The object ends before the requested range.
  if (s3ErrorCode(error) === 'InvalidRange') return new BlobError('incomplete', errorSummary(error))
  return new BlobError('unavailable', errorSummary(error))
}

/** Converts the errors of a request by `toBlobError`. */
export const withBlobErrors = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw toBlobError(error)
  })

function errorSummary(error: unknown): string {
  if (error instanceof S3ServiceException) return `${error.name} (${error.$metadata.httpStatusCode ?? '?'})`
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** Converts an error at startup to one that says what to set. UnavailableError if another start may succeed. */
export function toS3StartError(error: unknown, { endpoint, bucket, region }: S3Config): ConfigError {
  const where = endpoint ?? 'AWS'
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  const code = s3ErrorCode(error)
  const text = sentencesByErrorCode[code]
  if (text !== undefined) return new ConfigError([text(bucket, region)])
  if (status === 404) return new ConfigError([noBucket(bucket)])
  if (status === 403) return new ConfigError([accessDenied(bucket)])
  if (status === 301 || status === 400) return new ConfigError([wrongRegion(bucket, region)])
  if (error instanceof Error && error.name === 'CredentialsProviderError') {
    return new ConfigError(['There are no credentials for the store. Set S3_ACCESS_KEY and S3_SECRET_KEY.'])
  }
  return new UnavailableError([
    `The store at ${where} cannot be reached or does not work (${errorSummary(error)}).`,
  ])
}

const noBucket = (bucket: string) => `There is no bucket ${bucket}. Create it first, or set S3_BUCKET.`
const accessDenied = (bucket: string) =>
  `The store refuses S3_ACCESS_KEY for the bucket ${bucket}. It must be allowed to list it, and to read, write and delete in it.`
const wrongRegion = (bucket: string, region: string) =>
  `The bucket ${bucket} is not in the region ${region}. Set S3_REGION to the region of the bucket.`

const sentencesByErrorCode: Record<string, ((bucket: string, region: string) => string) | undefined> = {
  NoSuchBucket: noBucket,
  InvalidAccessKeyId: () => 'The store does not know S3_ACCESS_KEY.',
  SignatureDoesNotMatch: () => 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY.',
  RequestTimeTooSkewed: () =>
    'The clock of this machine and that of the store differ by more than 15 minutes. Correct the wrong one.',
  AccessDenied: accessDenied,
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
}
