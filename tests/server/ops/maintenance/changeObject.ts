import { GetObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { randomInt } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../../../../server/blobs/blobStore.ts'
import { blobPath } from '../../../../server/blobs/diskBlobStore.ts'
import { createS3Client } from '../../../../server/blobs/s3/s3Client.ts'
import type { S3Config } from '../../../../server/config/config.ts'

/** Where the bytes of an installation lie: they are changed behind its back. */
export interface StoragePlace {
  dataDir: string
  s3: S3Config | undefined
}

/** Writes what `change` makes of an object's bytes (of the first part, where a disk has several); undefined removes it. */
export async function changeObject(
  { dataDir, s3 }: StoragePlace,
  key: string,
  change: (bytes: Buffer) => Buffer | undefined,
): Promise<void> {
  if (s3 !== undefined) {
    const client = createS3Client(s3)
    const object = { Bucket: s3.bucket, Key: key }
    const { Body } = await client.send(new GetObjectCommand(object))
    const bytes = change(Buffer.from((await Body?.transformToByteArray()) ?? []))
    if (bytes === undefined) await client.send(new DeleteObjectCommand(object))
    else await client.send(new PutObjectCommand({ ...object, Body: bytes }))
    client.destroy()
    return
  }
  const path = blobPath(join(dataDir, 'blobs'), key)
  const isParts = (await stat(path)).isDirectory()
  const file = isParts ? join(path, (await readdir(path)).sort()[0] ?? '') : path
  const bytes = change(await readFile(file))
  if (bytes === undefined) await rm(path, { recursive: true })
  else await writeFile(file, bytes)
}

/** One bit, anywhere; twice is as before. */
export function flipBit(bit: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    const at = (bit >> 3) % bytes.length
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
    return bytes
  }
}

export const randomBitIndex = (): number => randomInt(2 ** 31)

/** A store that answers otherwise to some calls. */
export const storeWithChanges = (store: BlobStore, changes: Partial<BlobStore>): BlobStore =>
  new Proxy(store, {
    get(target, name) {
      if (name in changes) return changes[name as keyof BlobStore]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
