import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { minPartBytesOf, maxBytesInParts } from '../../contract/fileLimits.ts'
import { announcedLifetimeSeconds } from '../../contract/limits.ts'
import { plainSize } from '../../contract/sealedSize.ts'
import {
  abortPartsUpload,
  addressPart,
  createPartsUpload,
  getPartsUpload,
  putPart,
} from '../../contract/schemas/uploads.ts'
import { newBlobKey } from '../blobs/blobKeys.ts'
import { isBlobError, partCount, partLength } from '../blobs/blobStore.ts'
import { registerCall, type CallRequest } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { isoBefore, isoNow } from '../util/isoTime.ts'
import { maxRowBytes } from '../db/files/rowBytes.ts'
import type { Db, NewUpload, UploadRow } from '../db/schema.ts'
import * as uploads from '../db/uploads/uploads.ts'
import { recordDeclaredChecksum } from '../db/files/declaredChecksums.ts'
import { transact } from '../db/transact.ts'
import {
  conflict,
  gone,
  type HttpError,
  validationError,
  invalidField,
  notFound,
  tooManyRequests,
} from '../http/errors.ts'
import { visitorAddress, visitorNetwork, networkLimitFactor } from '../http/ipAddresses.ts'
import { hmac, newToken } from '../util/tokens.ts'
import { principalOf } from '../http/principals.ts'
import { transactInFolder } from '../db/folders/folderQueue.ts'
import { countDirectPart, receivePart } from '../uploads/receivePart.ts'
import { tooLargeMessage } from '../uploads/checkSentFile.ts'
import { mayContinueUpload } from '../uploads/gateRules.ts'
import { requirePassedGates } from '../uploads/gatePasses.ts'
import { requireOpenUploadLink, requireUploadLinkToFinish, type UploadTarget } from '../uploads/uploadLink.ts'
import { uploadExpiresAt, partPlanOf } from '../uploads/partsUpload.ts'

/** Limit of unfinished uploads per visitor and link. A browser needs a few; an office may share an address. */
export const maxOpenUploads = 64
const openUploadsRetryMs = 60_000

type RequestForUpload = FastifyRequest & { params: { link_token: string; upload_id: string } }

/** Uploads in numbered parts, for files larger than a few MiB. `uploadFiles` turns them into files. */
export function partsRoutes(app: FastifyInstance, context: Context): void {
  const { db, blobs, housekeeping } = context
  const direct = blobs.directUploads !== undefined

  async function findUpload(request: RequestForUpload, reply: FastifyReply): Promise<UploadRow> {
    const { params } = request
    const { folder, closed, sentBy } = await requireUploadLinkToFinish(context, request)
    const email = await requirePassedGates(context, reply, folder)
    const upload = await uploads.findUpload(db, params.upload_id, folder.id)
    const isKnown = upload !== undefined && uploadExpiresAt(upload) > isoNow(context)
    if (!isKnown || !mayContinueUpload(folder, upload, { email, sentBy }))
      throw notFound(errorDetails.uploadUnknown)
    if (closed !== undefined && upload.created_at > closed.at) throw gone(closed.why)
    return upload
  }

  registerCall(app, createPartsUpload, { access: 'public' }, async (request, reply) => {
    const { body } = request
    const target = await requireOpenUploadLink(context, request)
    const email = await requirePassedGates(context, reply, target.folder)
    requireValidSizes(body)
    await context.limits.uploads.consume(request, body.size)
    try {
      return await beginUpload(request, target, email)
    } catch (error) {
      await context.limits.uploads.forgive(request, body.size)
      throw error
    }
  })

  /** @throws HttpError 422 */
  function requireValidSizes({ size, part_size }: CallRequest<typeof createPartsUpload>['body']): void {
    const plain = plainSize(size)
    if (plain === undefined) throw invalidField('size', 'No encrypted file has this length.')
    const most = Math.min(context.maxFileBytes, maxBytesInParts)
    if (plain > most) throw invalidField('size', tooLargeMessage(most))
    const least = minPartBytesOf(plain)
    if (part_size < least) throw invalidField('part_size', `Parts of this file have at least ${least} bytes.`)
  }

  async function beginUpload(
    request: CallRequest<typeof createPartsUpload>,
    { folder, sentBy }: UploadTarget,
    email: string | null,
  ) {
    const { body } = request
    await context.storageLimits.requireDiskSpace(body.size)
    await context.storageLimits.requireQuotaLeft(folder.id, body.size + maxRowBytes)
    const now = context.now()
    const upload = {
      id: newToken(),
      folder_id: folder.id,
      blob_key: newBlobKey(),
      size: body.size,
      part_size: body.part_size,
      created_at: now.toISOString(),
      first_part_at: null,
      last_part_at: now.toISOString(),
      confirmed_at: null,
      uploader_email: email,
      sent_by: sentBy,
      visitor_mark: request.signedIn ? null : visitorPseudonym(context, request),
    }
    // The folder is held, so that concurrent requests are counted one after the other.
    await transactInFolder(db, folder.id, principalOf(request), async (trx) => {
      await requireFewOpenUploads(trx, upload)
      await uploads.insertUpload(trx, upload)
    })
    try {
      await blobs.createParts(upload.blob_key)
    } catch (error) {
      await transact(db, (trx) => uploads.deleteUpload(trx, upload.id, isoNow(context)))
      throw error
    }
    return { upload_id: upload.id, expires_at: uploadExpiresAt(upload), direct }
  }

  registerCall(app, getPartsUpload, { access: 'public' }, async (request, reply) => {
    const upload = await findUpload(request, reply)
    const { size, part_size } = upload
    return { size, part_size, parts: await blobs.listParts(upload.blob_key, partPlanOf(upload)), direct }
  })

  registerCall(app, abortPartsUpload, { access: 'public' }, async (request, reply) => {
    const { id } = await findUpload(request, reply)
    const removed = await transact(db, (trx) => uploads.deleteUpload(trx, id, isoNow(context)))
    if (!removed) throw conflict(errorDetails.uploadConfirmed)
    housekeeping.collectGarbage()
  })

  app.register((scope) => {
    // Accept any content type; the handler reads the stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    registerCall(scope, putPart, { access: 'public', readsBody: true }, async (request, reply) => {
      const { n } = request.params
      const { upload, length } = await findPart(request, reply)
      if (Number(request.headers['content-length']) !== length) {
        throw validationError(['header', 'content-length'], `Part ${n} has ${length} bytes.`)
      }
      try {
        await receivePart(context, request, upload, n)
      } catch (error) {
        // The upload was confirmed or removed meanwhile.
        if (isBlobError(error, 'missing')) throw await errorOfLatePart(request, reply)
        throw error
      }
    })
  })

  registerCall(app, addressPart, { access: 'public' }, async (request, reply) => {
    if (blobs.directUploads === undefined) throw conflict('Parts of this file come to this server.')
    const { upload, length } = await findPart(request, reply)
    try {
      const { url, expiresAt } = await blobs.directUploads.presignPart(
        upload.blob_key,
        request.params.n,
        length,
      )
      await countDirectPart(context, request, upload, length)
      const xxh64 = request.body?.xxh64
      if (xxh64 !== undefined) await recordDeclaredChecksum(db, upload.blob_key, request.params.n, xxh64)
      return { url, expires_at: expiresAt.toISOString() }
    } catch (error) {
      if (isBlobError(error, 'missing')) throw await errorOfLatePart(request, reply)
      throw error
    }
  })

  async function findPart(request: RequestForUpload & { params: { n: number } }, reply: FastifyReply) {
    const { n } = request.params
    const upload = await findUpload(request, reply)
    if (upload.confirmed_at !== null) throw conflict(errorDetails.uploadConfirmed)
    const plan = partPlanOf(upload)
    if (n > partCount(plan)) throw validationError(['path', 'n'], `The file has ${partCount(plan)} parts.`)
    return { upload, length: partLength(plan, n) }
  }

  /** @throws HttpError 429 */
  async function requireFewOpenUploads(trx: Db, { folder_id, visitor_mark }: NewUpload): Promise<void> {
    if (visitor_mark == null) return
    const times = {
      runningSince: context.storageLimits.runningSince(),
      announcedAfter: isoBefore(context.now(), announcedLifetimeSeconds),
    }
    for (const [mark, most] of openUploadLimits(visitor_mark)) {
      const open = await uploads.countUploadsOfVisitors(trx, folder_id, mark, times)
      if (open >= most) throw tooManyRequests(openUploadsRetryMs, errorDetails.tooManyUploads)
    }
  }

  async function errorOfLatePart(request: RequestForUpload, reply: FastifyReply): Promise<HttpError> {
    await findUpload(request, reply)
    return conflict(errorDetails.uploadConfirmed)
  }
}

const networkMarkEnd = '.'

/** Pseudonym of a visitor that does not reveal the address: a mark of their network, if any, followed by their own. */
function visitorPseudonym({ gateSecret }: Context, { ip }: FastifyRequest): string {
  const markOf = (who: string) => hmac(gateSecret, `visitor ${who}`).toString('base64url')
  const [network, own] = [visitorNetwork(ip), markOf(visitorAddress(ip))]
  return network === undefined ? own : `${markOf(network)}${networkMarkEnd}${own}`
}

/** Limits of unfinished uploads by prefix of the mark: for the visitor, and for their whole network. */
function openUploadLimits(mark: string): [mark: string, most: number][] {
  const network = mark.slice(0, mark.indexOf(networkMarkEnd) + 1)
  const ofVisitor: [string, number] = [mark, maxOpenUploads]
  return network === '' ? [ofVisitor] : [ofVisitor, [network, networkLimitFactor * maxOpenUploads]]
}
