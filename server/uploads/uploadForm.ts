import type { FastifyRequest } from 'fastify'
import { uploadForm } from '../../contract/uploadForm.ts'
import { detail } from '../../contract/errors.ts'
import { uploadReferenceType } from '../../contract/headers.ts'
import { KiB, MiB, maxBatchRequestBytes, maxFilesPerRequest } from '../../contract/limits.ts'
import type { BlobWriter } from '../blobs/blobStore.ts'
import { Pieces } from '../pieces.ts'
import type { Context } from '../context.ts'
import { badRequest, invalidField, tooLarge, unprocessable } from '../errors.ts'
import { formBoundary, readFormData, unlessStalled, type PartSink } from './formData.ts'
import type { FormField } from './gates.ts'
import { maxSealedBytes } from './sealedLength.ts'
import { CiphertextProbe } from './ciphertext.ts'
import type { Staging } from './staging.ts'

/** Smaller files are collected in memory and written at once. */
const smallBytes = 64 * KiB
/** The longest names are refused one by one, so they have to be read. */
const maxHeadBytes = 16 * KiB
/** The longest field is a manifest in base64. */
const maxFieldBytes = 32 * KiB
const maxAllFieldsBytes = 32 * MiB
const fieldNames: ReadonlySet<string> = new Set(Object.values(uploadForm))
const fieldsPerFile = 6
const otherFields = 20
/** Browsers keep to 32 MiB; another client may send one whole file and its form. */
const maxRequestBytes = maxSealedBytes + maxBatchRequestBytes

/** A file of the form: either its bytes, stored under a key, or the id of an upload in parts. */
export type FileContent = { key: string; size: number; probe: CiphertextProbe } | { uploadId: string }

/** A file of the form with its fields, not looked at yet. */
export interface SentFile {
  index: number
  wireName: string
  content: FileContent
  path: string
  encryptedKey: string
  iv: string
  hash: string
  manifest: string | null
}

export interface SentBatch {
  /** Undefined: the request is a batch of its own. */
  batchId: string | undefined
  /** Fingerprint of the key that its sender has sealed to; undefined for clients that do not say. */
  sealedTo: string | undefined
  files: SentFile[]
  /** The verified address of whoever sends, where the folder asks for one. */
  uploaderEmail: string | null
}

/**
 * Reads the form of an upload; the files go into `staging` while they arrive. `passGates` is asked once, before the
 * first file is taken, and told the fields that came until then; it returns the uploader's verified address.
 * @throws HttpError 400, 408, 413 or 422; whatever the store and `passGates` throw
 */
export async function readUploadForm(
  context: Context,
  request: FastifyRequest,
  staging: Staging,
  passGates: (field: FormField) => Promise<string | null>,
): Promise<SentBatch> {
  if (announcedBytes(request) > maxRequestBytes) {
    throw tooLarge('The request is too large.')
  }
  const fields = new Map<string, string[]>()
  const files: { wireName: string; content: FileContent }[] = []
  let allFieldsBytes = 0
  let uploaderEmail: string | null = null
  const enter = async () => {
    uploaderEmail = await passGates((name) => fields.get(name)?.at(-1))
  }

  function count(bytes: number): void {
    allFieldsBytes += bytes
    if (allFieldsBytes > maxAllFieldsBytes) throw tooLarge('The fields are too long.')
  }

  /** Without `done` the text is read and dropped. */
  function textSink(done?: (text: string) => void): PartSink {
    const pieces = new Pieces()
    let size = 0
    return {
      write(bytes) {
        size += bytes.length
        if (size > maxFieldBytes) throw tooLarge('A field is too long.')
        count(bytes.length)
        if (done) pieces.add(bytes)
        return undefined
      },
      end() {
        done?.(Buffer.concat(pieces.take()).toString())
        return undefined
      },
    }
  }

  const boundary = formBoundary(request.headers['content-type'])
  const limits = {
    maxParts: maxFilesPerRequest * (1 + fieldsPerFile) + otherFields,
    maxHeadBytes,
    maxBytes: maxRequestBytes,
  }
  await readFormData(unlessStalled(request.raw, context.stallMs), boundary, limits, async (head) => {
    if (head.name !== uploadForm.files) {
      if (head.filename !== undefined) throw badRequest('The form has a file where none is expected.')
      if (!fieldNames.has(head.name)) return textSink()
      return textSink((text) => {
        const texts = fields.get(head.name)
        if (texts) texts.push(text)
        else fields.set(head.name, [text])
      })
    }
    if (files.length === 0) await enter()
    if (files.length >= maxFilesPerRequest) throw tooLarge('The form has too many files.')
    const wireName = head.filename ?? ''
    count(Buffer.byteLength(wireName))
    if (head.contentType === uploadReferenceType) {
      const at = files.push({ wireName, content: { uploadId: '' } }) - 1
      return textSink((uploadId) => (files[at] = { wireName, content: { uploadId } }))
    }
    await staging.begin()
    const content = { key: staging.nextKey(), size: 0, probe: new CiphertextProbe() }
    files.push({ wireName, content })
    return fileSink(staging, content)
  })
  // A form without any file is not told what else is wrong with it before the gates are open.
  if (files.length === 0) await enter()
  return { ...joinFields(files, fields), uploaderEmail }
}

/** What the request says of its own length; 0 when it says nothing. */
export const announcedBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

function fileSink(
  staging: Staging,
  content: { key: string; size: number; probe: CiphertextProbe },
): PartSink {
  const pieces = new Pieces()
  let writer: BlobWriter | undefined
  async function goOnStreaming(): Promise<void> {
    writer = await staging.openWriter(content.key)
    for (const piece of pieces.take()) await writer.write(piece)
  }
  function store(bytes: Buffer): Promise<void> | undefined {
    if (writer) return writer.write(bytes)
    pieces.add(bytes)
    return content.size > smallBytes ? goOnStreaming() : undefined
  }
  return {
    write(bytes) {
      content.size += bytes.length
      content.probe.add(bytes)
      const checked = staging.arrived(bytes.length)
      return checked ? checked.then(() => store(bytes)) : store(bytes)
    },
    end: () => (writer ? staging.close(writer) : staging.put(content.key, pieces.take(), content.size)),
  }
}

/** Brings files and their fields together, in the order in which they came. */
function joinFields(
  files: readonly { wireName: string; content: FileContent }[],
  fields: ReadonlyMap<string, readonly string[]>,
): Omit<SentBatch, 'uploaderEmail'> {
  const count = files.length
  const list = (name: string) => fields.get(name) ?? []
  const lists = {
    keys: list(uploadForm.encryptedKeys),
    ivs: list(uploadForm.encryptionIvs),
    hashes: list(uploadForm.fileHashes),
    paths: list(uploadForm.relativePaths),
    manifests: list(uploadForm.fileManifests),
    indexes: list(uploadForm.batchIndexes),
  }
  const batchId = list(uploadForm.batchId).at(-1)
  const optional = (texts: readonly string[]) => texts.length === 0 || texts.length === count
  const fits =
    [lists.keys, lists.ivs, lists.hashes].every((texts) => texts.length === count) &&
    [lists.paths, lists.manifests].every(optional) &&
    (batchId === undefined ? optional(lists.indexes) : lists.indexes.length === count)
  if (!fits) throw unprocessable(detail.mismatchedArrays)
  if (count === 0) throw invalidField(uploadForm.files, 'Field required.')
  if (batchId !== undefined && !/^[A-Za-z0-9_-]{22}$/.test(batchId)) {
    throw invalidField(uploadForm.batchId, 'Must be 16 bytes in base64url.')
  }
  const sealedTo = list(uploadForm.sealedTo).at(-1)
  if (sealedTo !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(sealedTo)) {
    throw invalidField(uploadForm.sealedTo, 'Must be a fingerprint in base64url.')
  }
  const indexes = lists.indexes.map(Number)
  if (lists.indexes.some((text) => !/^[0-9]{1,9}$/.test(text)) || new Set(indexes).size < indexes.length) {
    throw invalidField(uploadForm.batchIndexes, 'Must be different numbers.')
  }
  return {
    batchId,
    sealedTo,
    files: files.map((file, i) => ({
      ...file,
      index: indexes[i] ?? i,
      path: lists.paths[i] ?? '.',
      encryptedKey: lists.keys[i] ?? '',
      iv: lists.ivs[i] ?? '',
      hash: lists.hashes[i] ?? '',
      manifest: emptyAsNull(lists.manifests[i]),
    })),
  }
}

const emptyAsNull = (text: string | undefined) => (text === undefined || text === '' ? null : text)
