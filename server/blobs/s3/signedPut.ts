import type { S3Client } from '@aws-sdk/client-s3'
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Readable } from 'node:stream'
import type { S3Config } from '../../config.ts'
import { readBounded } from '../../http/readBounded.ts'
import { maxStoreResponseBytes } from './s3Client.ts'

/** Stores an object, and returns its ETag; undefined if the store did not confirm it. */
export type SignedPut = (key: string, bytes: Buffer, sha256: Buffer) => Promise<string | undefined>

/**
 * Creates a function that stores an object by one signed request through the client's connections. The layers of a
 * PutObject command cost three times the processor time of the request itself, with small objects. Failures are not
 * told apart: the command, sent instead, tries again and reports them.
 */
export async function createSignedPut(client: S3Client, config: S3Config): Promise<SignedPut> {
  const { credentials, endpointProvider, forcePathStyle, requestHandler, sha256 } = client.config
  const region = await client.config.region()
  const { url } = endpointProvider({
    Bucket: config.bucket,
    Region: region,
    ForcePathStyle: forcePathStyle,
    Endpoint: config.endpoint,
  })
  const signer = new SignatureV4({
    credentials,
    region,
    service: 's3',
    sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const root = url.pathname.replace(/\/$/, '')
  return async (key, bytes, digest) => {
    const request = new HttpRequest({
      method: 'PUT',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: `${root}/${key}`,
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
