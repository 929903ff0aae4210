import {
  type CORSRule,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { S3Config } from '../../config/config.ts'
import type { PartRecords } from '../../db/files/partRecords.ts'
import { inParallel } from '../../util/parallel.ts'
import { BlobError, partRange, type DirectUploads } from '../blobStore.ts'
import { withBlobErrors, s3ErrorCode, createS3Client } from './s3Client.ts'

const urlLifetimeSeconds = 900
const ruleId = 'sealpost'
const preflightMs = 5000
const copiesAtOnce = 16

/**
 * [Note: Straight to the store]
 * An address is a presigned UploadPart request for one part of one upload and its exact length. Checksums are not
 * signed: parts are read back when the upload is completed, and compared with the checksums that their sender declared.
 *
 * @param publicEndpoint endpoint for browsers, which is covered by the signature
 */
export async function openDirectUploads(
  config: S3Config,
  publicEndpoint: NonNullable<S3Config['direct']>,
  records: PartRecords,
  client = createS3Client(config),
): Promise<DirectUploads> {
  const Bucket = config.bucket
  const browserClient = createS3Client({ ...config, ...publicEndpoint })
  const sign = (Key: string, UploadId: string, PartNumber: number, ContentLength: number): Promise<string> =>
    getSignedUrl(browserClient, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ContentLength }), {
      expiresIn: urlLifetimeSeconds,
      signableHeaders: new Set(['host', 'content-length']),
    })
  const presignAnyPart = () => sign('a', 'b', 1, 1)
  return {
    origin: new URL(await presignAnyPart()).origin,
    async presignPart(key, n, length) {
      const id = await records.findMultipartUploadId(key)
      if (id === undefined) throw new BlobError('missing')
      const expiresAt = new Date(Date.now() + urlLifetimeSeconds * 1000)
      return { url: await withBlobErrors(sign(key, id, n, length)), expiresAt }
    },
    async copyParts(from, to, plan, parts) {
      const UploadId = await records.findMultipartUploadId(to)
      if (UploadId === undefined) throw new BlobError('missing')
      const etags = new Map<number, string>()
      await inParallel(parts, copiesAtOnce, async (PartNumber) => {
        const { start, end } = partRange(plan, PartNumber)
        const source = { CopySource: `${Bucket}/${from}`, CopySourceRange: `bytes=${start}-${end}` }
        const { CopyPartResult } = await withBlobErrors(
          client.send(new UploadPartCopyCommand({ Bucket, Key: to, UploadId, PartNumber, ...source })),
        )
        // In quotes, as in the list of parts: Ceph leaves them out here.
        etags.set(PartNumber, `"${assertDefined(CopyPartResult?.ETag).replaceAll('"', '')}"`)
      })
      return etags
    },
    async allowOrigin(pageOrigin) {
      const rule = corsRuleFor(pageOrigin)
      if (await allowsOrigin(await presignAnyPart(), pageOrigin)) return undefined
      try {
        const others = (await readCorsRules(client, Bucket)).filter(({ ID }) => ID !== ruleId)
        const CORSConfiguration = { CORSRules: [...others, rule] }
        await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }))
        return undefined
      } catch (error) {
        const reason = s3ErrorCode(error) || 'it does not respond'
        return (
          `The bucket ${Bucket} does not let pages of ${pageOrigin} send to it, and the server may not change that ` +
          `(${reason}). Until then, uploads go through the server. Add this rule to its CORS rules:\n` +
          JSON.stringify({ CORSRules: [rule] })
        )
      }
    },
  }
}

/** Sends a CORS preflight request. If the store has no CORS rules, a proxy in front of it may have them. */
async function allowsOrigin(address: string, pageOrigin: string): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin: pageOrigin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
      signal: AbortSignal.timeout(preflightMs),
    })
    const allowed = headers.get('access-control-allow-origin')
    return ok && (allowed === '*' || allowed === pageOrigin)
  } catch {
    // The store may have another host name for this machine.
    return false
  }
}

async function readCorsRules(client: S3Client, Bucket: string): Promise<CORSRule[]> {
  try {
    const { CORSRules = [] } = await client.send(new GetBucketCorsCommand({ Bucket }))
    return CORSRules
  } catch (error) {
    if (s3ErrorCode(error) === 'NoSuchCORSConfiguration') return []
    throw error
  }
}

const corsRuleFor = (pageOrigin: string): CORSRule => ({
  ID: ruleId,
  AllowedOrigins: [pageOrigin],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type'],
  MaxAgeSeconds: urlLifetimeSeconds,
})
