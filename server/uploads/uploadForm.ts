import {
  type StallDep,
  formBoundary,
  readFormData,
  readUnlessStalled,
  type PartHead,
  type PartSink,
} from '../http/multipart.ts'
import type { RouteSettings } from '../config/config.ts'
import type { FastifyRequest } from 'fastify'
import { batchId as batchIdField, isBase64 } from '../../contract/schemas/fields.ts'
import { uploadFields } from '../../contract/uploadFields.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import { sealedSize } from '../../contract/sealedSize.ts'
import { bodyChecksumHeader } from '../../contract/bodyChecksum.ts'
import { uploadReferenceType } from '../../contract/headers.ts'
import {
  KiB,
  MiB,
  maxAnswersBytes,
  maxBatchRequestBytes,
  maxFileNameLength,
  maxFilesPerRequest,
  minRsaBits,
} from '../../contract/limits.ts'
import type { BlobStore, BlobWriter, BlobsDep } from '../blobs/blobStore.ts'
import { FormTexts } from '../http/forms.ts'
import { WriteBuffer } from '../http/writeBuffer.ts'
import {
  badRequest,
  forbidden,
  HttpError,
  invalidField,
  contentTooLarge,
  unprocessable,
} from '../http/errors.ts'
import { requireChecksum } from '../http/requireChecksum.ts'
import type { ReadFormField } from './gateRules.ts'
import { CiphertextProbe } from './ciphertextProbe.ts'
import type { Staging } from './staging.ts'
import type { MetersDep } from '../metrics/meters.ts'

type UploadFormDeps = BlobsDep & MetersDep & StallDep & Pick<RouteSettings, 'maxFileBytes'>

/** Long enough for the longest name, whose UTF-16 units take three bytes each at most: in UTF-8, or as '%22'. */
export const maxHeadBytes = 2 * KiB + 3 * maxFileNameLength
/** Long enough for the longest fields, which are answers and manifests in base64. */
export const maxFieldBytes = 64 * KiB
/** Enough for a thousand files with the longest names in common use; with longer ones, fewer can be sent at a time. */
export const maxAllFieldsBytes = 8 * MiB
/** Maximum size of each field that is held before the gates are open: password, address, code. */
export const maxGateFieldBytes = 4 * KiB
/** Maximum bytes of other fields that are read, and dropped, to see if fields for the gates follow. */
const maxMisplacedBytes = 64 * KiB
/** Memory of a file besides its texts: list entries, and the probe of its first bytes. */
const memoryPerFile = 2 * KiB
const fieldNames: ReadonlySet<string> = new Set(Object.values(uploadFields))
const gateFields: ReadonlySet<string> = new Set([
  uploadFields.linkPassword,
  uploadFields.uploaderEmail,
  uploadFields.verificationCode,
])
const fieldsPerFile = 6
const maxOtherFields = 20
/**
 * Our pages send large files in parts, and forms of 16 MiB; another client may send one whole file with its form, as
 * large as the store accepts as a stream.
 */
export const maxRequestBytes = ({
  maxFileBytes,
  blobs,
}: {
  maxFileBytes: number
  blobs: Pick<BlobStore, 'maxStreamedBytes'>
}): number => Math.min(sealedSize(maxFileBytes), blobs.maxStreamedBytes) + maxBatchRequestBytes

/** A file of the form: either its bytes, stored under a key, or the id of an upload in parts. */
type FileContent = { key: string; size: number; probe: CiphertextProbe } | { uploadId: string }

/** A file of the form with its fields, not validated yet. */
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
  /** Undefined if the request is a batch of its own. */
  batchId: string | undefined
  /** True if nothing more of the batch follows. */
  isLast: boolean
  /** Fingerprint of the key that its sender has sealed to; undefined if the client does not tell. */
  sealedTo: string | undefined
  /** Sealed answers of the sender, in base64. */
  answers: string | undefined
  files: SentFile[]
  /** Verified address of the sender, if the folder asks for one. */
  uploaderEmail: string | null
}

interface FormGates {
  isRequired: boolean
  /** Takes the fields for the gates and returns the verified address. @throws HttpError unless all are open */
  passGates: (field: ReadFormField) => Promise<string | null>
}

/**
 * Reads the form of an upload; files are written to `staging` as they arrive. The gates are checked once, before
 * anything other than their own fields is held: a browser's cookie opens them at the first field, other clients send
 * the fields for the gates first.
 * @throws HttpError 400, 408, 413, 422, 503 or 507; errors of the store and the gates
 */
export async function readUploadForm(
  deps: UploadFormDeps,
  request: FastifyRequest,
  staging: Staging,
  gates: FormGates,
): Promise<SentBatch> {
  const { memory } = staging
  const maxBytes = maxRequestBytes(deps)
  if (contentLengthOf(request) > maxBytes) throw contentTooLarge(errorDetails.requestTooLarge)
  const guard = new GateGuard(gates)
  const form = new FormTexts()
  const files: { wireName: string; content: FileContent }[] = []
  let allFieldsBytes = 0

  function countFieldBytes(bytes: number): void {
    allFieldsBytes += bytes
    if (allFieldsBytes > maxAllFieldsBytes) throw contentTooLarge('The fields are too long.')
    if (!guard.isOpen && allFieldsBytes > maxMisplacedBytes) throw guard.refusal ?? tooLong()
  }

  /** @param onText called with the text; without it, the text is read and dropped */
  function textSink(maxBytes: number, onText?: (text: string) => void): PartSink {
    const pieces = new WriteBuffer()
    let size = 0
    return {
      write(bytes) {
        size += bytes.length
        if (size > maxBytes) throw tooLong()
        countFieldBytes(bytes.length)
        if (!onText) return undefined
        memory.take(bytes.length)
        pieces.add(bytes)
        return undefined
      },
      end() {
        if (!onText) return undefined
        const text = Buffer.concat(pieces.take()).toString()
        // Non-ASCII text may take two bytes per character.
        if (text.length < size) memory.take(size)
        onText(text)
        return undefined
      },
    }
  }

  const boundary = formBoundary(request.headers['content-type'])
  const limits = {
    maxParts: maxFilesPerRequest * (1 + fieldsPerFile) + maxOtherFields,
    maxHeadBytes,
    maxBytes,
  }
  async function openPart(head: PartHead): Promise<PartSink> {
    if (head.name !== uploadFields.files) {
      if (head.filename !== undefined) throw badRequest('The form has a file where none is expected.')
      if (!fieldNames.has(head.name)) return textSink(maxFieldBytes)
      if (gateFields.has(head.name)) {
        return textSink(maxGateFieldBytes, (text) => guard.add(head.name, text))
      }
      if (!(await guard.tryOpen())) return textSink(maxFieldBytes)
      return textSink(maxFieldBytes, (text) => form.add(head.name, text))
    }
    await guard.requireOpen()
    if (files.length >= maxFilesPerRequest) throw contentTooLarge('The form has too many files.')
    const wireName = head.filename ?? ''
    countFieldBytes(Buffer.byteLength(wireName))
    memory.take(memoryPerFile + 2 * wireName.length)
    if (head.contentType === uploadReferenceType) {
      const at = files.push({ wireName, content: { uploadId: '' } }) - 1
      return textSink(maxFieldBytes, (uploadId) => (files[at] = { wireName, content: { uploadId } }))
    }
    await staging.begin()
    const content = { key: staging.nextKey(), size: 0, probe: new CiphertextProbe() }
    files.push({ wireName, content })
    return fileSink(staging, content, deps)
  }
  const body = requireChecksum(request, readUnlessStalled(request.raw, deps.stallMs))
  try {
    await readFormData(withoutReturn(body), boundary, limits, openPart)
  } catch (error) {
    const isRefused = error instanceof HttpError && error.statusCode < 500
    // An altered form may be malformed, too, and is to be sent again.
    if (isRefused && mayBeAltered(request) && (guard.isOpen || !gates.isRequired))
      for await (const piece of body) void piece
    throw error
  } finally {
    await body.return(undefined)
  }
  // Other errors of a form without files are not revealed before the gates are open.
  await guard.requireOpen()
  return { ...joinFields(files, form.fields), uploaderEmail: guard.uploaderEmail }
}

/** True if reading the rest of the body, of announced length, tells whether it was altered. */
const mayBeAltered = (request: FastifyRequest) =>
  request.headers[bodyChecksumHeader] !== undefined && contentLengthOf(request) > 0

/** The same pieces; a loop over them that ends early leaves the rest to be read. */
const withoutReturn = <T>(pieces: AsyncIterator<T>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }),
})

const tooLong = () => contentTooLarge('A field is too long.')

/** Checks the gates before anything is held, and keeps their fields until then. */
class GateGuard {
  uploaderEmail: string | null = null
  isOpen = false
  /** Set once the gates were checked and stayed closed. */
  refusal: HttpError | undefined
  readonly #gates: FormGates
  readonly #fields = new Map<string, string>()

  constructor(gates: FormGates) {
    this.#gates = gates
  }

  /** Adds a field for the gates; the last of several counts. @throws HttpError 400 if it comes too late to be of use */
  add(name: string, text: string): void {
    if (!this.isOpen && this.refusal === undefined) this.#fields.set(name, text)
    else if (this.#gates.isRequired) throw badRequest(errorDetails.gateFieldsLate)
  }

  /** Returns whether the gates are open. Closed ones do not end the form yet, as their fields may be misplaced. */
  async tryOpen(): Promise<boolean> {
    if (this.isOpen || this.refusal !== undefined) return this.isOpen
    try {
      this.uploaderEmail = await this.#gates.passGates((name) => this.#fields.get(name))
      this.isOpen = true
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 403) throw error
      this.refusal = error
    }
    return this.isOpen
  }

  /** @throws HttpError */
  async requireOpen(): Promise<void> {
    if (!(await this.tryOpen())) throw this.refusal ?? forbidden(errorDetails.gateClosed)
  }
}

export const contentLengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

function fileSink(
  staging: Staging,
  content: { key: string; size: number; probe: CiphertextProbe },
  { meters, blobs: { maxStreamedBytes } }: MetersDep & BlobsDep,
): PartSink {
  const pieces = new WriteBuffer()
  let writer: BlobWriter | undefined
  async function startStreaming(): Promise<void> {
    writer = await staging.openWriter(content.key)
    const collected = pieces.size
    for (const piece of pieces.take()) await writer.write(piece)
    staging.memory.give(collected)
  }
  function store(bytes: Buffer): Promise<void> | undefined {
    if (writer) return writer.write(bytes)
    const reserved = staging.reserveMemory(bytes.length)
    return reserved ? reserved.then(() => collect(bytes)) : collect(bytes)
  }
  function collect(bytes: Buffer): Promise<void> | undefined {
    pieces.add(bytes)
    return content.size > staging.smallBytes ? startStreaming() : undefined
  }
  return {
    write(bytes) {
      content.size += bytes.length
      if (content.size > maxStreamedBytes) throw contentTooLarge(errorDetails.requestTooLarge)
      meters.bytesReceived(bytes.length)
      content.probe.add(bytes)
      const checked = staging.countReceived(bytes.length)
      return checked ? checked.then(() => store(bytes)) : store(bytes)
    },
    end: () =>
      writer ? staging.closeWriter(writer) : staging.putSmall(content.key, pieces.take(), content.size),
  }
}

/** Joins files and their fields, in their original order. */
function joinFields(
  files: readonly { wireName: string; content: FileContent }[],
  fields: ReadonlyMap<string, readonly string[]>,
): Omit<SentBatch, 'uploaderEmail'> {
  const count = files.length
  const list = (name: string) => fields.get(name) ?? []
  const lists = {
    keys: list(uploadFields.encryptedKeys),
    ivs: list(uploadFields.encryptionIvs),
    hashes: list(uploadFields.fileHashes),
    paths: list(uploadFields.relativePaths),
    manifests: list(uploadFields.fileManifests),
    indexes: list(uploadFields.batchIndexes),
  }
  const batchId = list(uploadFields.batchId).at(-1)
  const optional = (texts: readonly string[]) => texts.length === 0 || texts.length === count
  const isConsistent =
    [lists.keys, lists.ivs, lists.hashes].every((texts) => texts.length === count) &&
    [lists.paths, lists.manifests].every(optional) &&
    (batchId === undefined ? optional(lists.indexes) : lists.indexes.length === count)
  if (!isConsistent) throw unprocessable(errorDetails.mismatchedArrays)
  if (count === 0) throw invalidField(uploadFields.files, 'Field required.')
  if (batchId !== undefined && !batchIdField.safeParse(batchId).success) {
    throw invalidField(uploadFields.batchId, 'Must be 16 bytes in base64url.')
  }
  const answers = list(uploadFields.senderAnswers).at(-1)
  if (answers !== undefined && (batchId === undefined || !mayBeAnswers(answers))) {
    throw invalidField(uploadFields.senderAnswers, 'Must be the sealed answers of a batch that has an id.')
  }
  const sealedTo = list(uploadFields.sealedTo).at(-1)
  if (sealedTo !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(sealedTo)) {
    throw invalidField(uploadFields.sealedTo, 'Must be a fingerprint in base64url.')
  }
  const indexes = lists.indexes.map(Number)
  if (lists.indexes.some((text) => !/^[0-9]{1,9}$/.test(text)) || new Set(indexes).size < indexes.length) {
    throw invalidField(uploadFields.batchIndexes, 'Must be different numbers.')
  }
  return {
    batchId,
    isLast: batchId === undefined || list(uploadFields.batchLast).at(-1) === '1',
    sealedTo,
    answers,
    files: files.map((file, i) => ({
      ...file,
      index: indexes[i] ?? i,
      path: lists.paths[i] ?? '.',
      encryptedKey: assertDefined(lists.keys[i]),
      iv: assertDefined(lists.ivs[i]),
      hash: assertDefined(lists.hashes[i]),
      manifest: emptyAsNull(lists.manifests[i]),
    })),
  }
}

/** Checks the length of a wrapped key with a box, which is all that a server can check. */
function mayBeAnswers(text: string): boolean {
  return isBase64(text, maxAnswersBytes) && Buffer.byteLength(text, 'base64') > minRsaBits / 8
}

const emptyAsNull = (text: string | undefined) => (text === undefined || text === '' ? null : text)
