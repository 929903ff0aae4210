import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Readable } from 'node:stream'
import { readBounded } from '../../http/readBounded.ts'
import { BlobError } from '../blobStore.ts'
import { maxStoreResponseBytes, withBlobErrors } from './s3Client.ts'

/** Time for which objects are sent by commands alone, after one succeeded where the signed request had not. */
const commandsOnlyMs = 60_000

/** Stores an object, and returns its ETag. @throws BlobError */
export type PutObject = (key: string, bytes: Buffer, sha256: Buffer) => Promise<string>

/**
 * Creates a function that stores an object in a bucket by one signed request through the client's connections. The layers
 * of a PutObject command take three times the processor time of the request itself, with small objects. A request that is
 * not confirmed is followed by the command, which tries again and reports errors.
 */
export async function createPutObject(client: S3Client, bucket: string): Promise<PutObject> {
  const putSigned = await createSignedPut(client, bucket)
  let commandsUntil = 0
  return async (key, bytes, sha256) => {
    const etag = Date.now() < commandsUntil ? undefined : await putSigned(key, bytes, sha256)
    if (etag !== undefined) return etag
    const command = new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })
    const { ETag } = await withBlobErrors(client.send(command))
    if (ETag === undefined) throw new BlobError('unavailable', 'a confirmation without an ETag')
    commandsUntil = Date.now() + commandsOnlyMs
    return ETag
  }
}

/** The created function returns undefined if the store did not confirm the object, for whatever reason. */
async function createSignedPut(client: S3Client, bucket: string) {
  const { credentials, requestHandler, sha256 } = client.config
  const signer = new SignatureV4({
    credentials,
    region: await client.config.region(),
    service: 's3',
    sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  // The SDK knows the endpoint, which may come from the environment.
  const url = new URL(await getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: 'key' })))
  const root = url.pathname.slice(0, -'key'.length)
  return async (key: string, bytes: Buffer, digest: Buffer): Promise<string | undefined> => {
    const request = new HttpRequest({
      method: 'PUT',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: `${root}${key}`,
      headers: {
        host: url.host,
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
        // The checksum is signed, so the store accepts only these bytes.
        'x-amz-content-sha256': digest.toString('hex'),
      },
      body: bytes,
    })
    try {
      const signingDate = new Date(Date.now() + client.config.systemClockOffset)
      const signed = await signer.sign(request, { signingDate })
      const { response } = (await requestHandler.handle(signed as HttpRequest)) as { response: HttpResponse }
      await readBounded(response.body as Readable, maxStoreResponseBytes)
      return response.statusCode === 200 ? response.headers.etag : undefined
    } catch {
      return undefined
    }
  }
}
