import {
  type CORSRule,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../../config.ts'
import type { StoredObjects } from '../../db/storedObjects.ts'
import { BlobError, type PartAddress, type PartAddresses } from '../blobStore.ts'
import { withBlobErrors, s3Code, s3Client } from './s3Client.ts'

const lifetimeSeconds = 900
const ruleId = 'sealpost'
const preflightMs = 5000

/**
 * [Note: Straight to the store]
 * An address is a presigned UploadPart request for one part of one upload and its exact length. It is useless
 * once the upload is complete or aborted. Checksums are not signed: parts are read back when the upload is
 * completed.
 */
export class S3PartAddresses implements PartAddresses {
  readonly origin: string
  readonly #client: S3Client
  readonly #browsers: S3Client
  readonly #bucket: string
  readonly #records: StoredObjects

  private constructor(
    origin: string,
    { client, browsers }: { client: S3Client; browsers: S3Client },
    bucket: string,
    records: StoredObjects,
  ) {
    this.origin = origin
    this.#client = client
    this.#browsers = browsers
    this.#bucket = bucket
    this.#records = records
  }

  /** @param direct.endpoint endpoint for browsers, which is covered by the signature */
  static async open(
    config: S3Config,
    { endpoint }: { endpoint: string | undefined },
    records: StoredObjects,
    client = s3Client(config),
  ): Promise<S3PartAddresses> {
    const browsers = s3Client({ ...config, endpoint })
    const { origin } = new URL(
      await signPart(browsers, config.bucket, { key: 'a', id: 'b', n: 1, length: 1 }),
    )
    return new S3PartAddresses(origin, { client, browsers }, config.bucket, records)
  }

  async addressOf(key: string, n: number, length: number): Promise<PartAddress> {
    const id = await this.#records.partsUploadOf(key)
    if (id === undefined) throw new BlobError('missing')
    const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000)
    return {
      url: await withBlobErrors(signPart(this.#browsers, this.#bucket, { key, id, n, length })),
      expiresAt,
    }
  }

  async allowOrigin(pages: string): Promise<string | undefined> {
    const rule = ruleFor(pages)
    if (await this.#allowsOrigin(pages)) return undefined
    try {
      const others = (await this.#rules()).filter(({ ID }) => ID !== ruleId)
      const CORSConfiguration = { CORSRules: [...others, rule] }
      await this.#client.send(new PutBucketCorsCommand({ Bucket: this.#bucket, CORSConfiguration }))
      return undefined
    } catch (error) {
      const why = s3Code(error) === '' ? 'no answer' : s3Code(error)
      return (
        `The bucket ${this.#bucket} does not let pages of ${pages} send to it, and the server may not change that ` +
        `(${why}). Until it does, uploads come through the server. Add this rule to its CORS rules:\n` +
        JSON.stringify({ CORSRules: [rule] })
      )
    }
  }

  /** Sends a CORS preflight request. If the store has no CORS rules, a proxy in front of it may have them. */
  async #allowsOrigin(pages: string): Promise<boolean> {
    const address = await signPart(this.#browsers, this.#bucket, { key: 'a', id: 'b', n: 1, length: 1 })
    try {
      const { ok, headers } = await fetch(address, {
        method: 'OPTIONS',
        headers: {
          origin: pages,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
        signal: AbortSignal.timeout(preflightMs),
      })
      const allowed = headers.get('access-control-allow-origin')
      return ok && (allowed === '*' || allowed === pages)
    } catch {
      // The store may have another host name for this machine.
      return false
    }
  }

  async #rules(): Promise<CORSRule[]> {
    try {
      const { CORSRules = [] } = await this.#client.send(new GetBucketCorsCommand({ Bucket: this.#bucket }))
      return CORSRules
    } catch (error) {
      if (s3Code(error) === 'NoSuchCORSConfiguration') return []
      throw error
    }
  }
}

interface PartRequest {
  key: string
  id: string
  n: number
  length: number
}

const signPart = (client: S3Client, Bucket: string, { key, id, n, length }: PartRequest): Promise<string> =>
  getSignedUrl(
    client,
    new UploadPartCommand({ Bucket, Key: key, UploadId: id, PartNumber: n, ContentLength: length }),
    { expiresIn: lifetimeSeconds, signableHeaders: new Set(['host', 'content-length']) },
  )

const ruleFor = (pages: string): CORSRule => ({
  ID: ruleId,
  AllowedOrigins: [pages],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type'],
  MaxAgeSeconds: lifetimeSeconds,
})
