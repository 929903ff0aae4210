import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import { type Fault, fault } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import type { RequestHead, UploadCalls } from '../ports.ts'
import type { UploadResponse } from './state.ts'

interface Caller {
  /** Makes a call. @returns the JSON of the response @throws FaultError; an AbortError or TimeoutError */
  call: (
    name: 'createPartsUpload' | 'addressPart' | 'getPartsUpload' | 'abortPartsUpload' | 'getUploadStatus',
    options: { params: Record<string, string | number>; body?: unknown; signal?: AbortSignal },
  ) => Promise<object | null>
  csrfToken: () => string
  allowsStore: (url: string) => boolean
  /** Gets the link's current requirements. */
  onGateClosed?: (link: UploadStatus) => void
}

/** The calls of one upload link. A response of an unexpected shape is not trusted. */
export function uploadCalls(
  { call, csrfToken, allowsStore, onGateClosed }: Caller,
  link_token: string,
): UploadCalls {
  const params = { link_token }
  return {
    create: (size, part_size, signal) =>
      responseOf(call('createPartsUpload', { params, body: { size, part_size }, signal }), createdResponse),

    ask: (upload_id, signal) =>
      responseOf(call('getPartsUpload', { params: { ...params, upload_id }, signal }), askedResponse),

    address: (upload_id, n, xxh64, signal) =>
      settledCall(
        call('addressPart', { params: { ...params, upload_id, n }, body: { xxh64 }, signal }),
        (body) => {
          const head = addressedRequest(body)
          return head && allowsStore(head.url) ? head : null
        },
      ),

    // If the call is lost, the upload expires by itself.
    abort: (upload_id) =>
      void call('abortPartsUpload', { params: { ...params, upload_id } }).catch(() => null),

    isGateClosed: async () => {
      const link = (await call('getUploadStatus', { params })) as UploadStatus
      const isClosed = link.requires_password || link.requires_email
      if (isClosed) onGateClosed?.(link)
      return isClosed
    },

    request: (kind, upload_id) => {
      const csrf = { csrfToken: csrfToken() }
      if (typeof kind !== 'number')
        return { method: 'POST', url: callUrl(addresses.uploadFiles, params), ...csrf }
      if (upload_id === null) throw new Error('A part of no upload was to be sent.')
      const url = callUrl(addresses.putPart, { ...params, upload_id, n: kind })
      return { method: 'PUT', url, ...csrf, contentType: 'application/octet-stream' }
    },
  }
}

async function responseOf(
  call: Promise<object | null>,
  read: (body: object) => UploadResponse | null,
): Promise<UploadResponse> {
  const response = await settledCall(call, read)
  return 'code' in response ? { ok: false, fault: response } : response
}

/** @param read returns null for a body of an unexpected shape */
async function settledCall<T>(
  call: Promise<object | null>,
  read: (body: object) => T | null,
): Promise<T | Fault> {
  try {
    return read((await call) ?? {}) ?? fault('refused')
  } catch (error) {
    return isAborted(error) ? fault('unanswered') : faultOf(error)
  }
}

const isAborted = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')

function askedResponse({ parts, direct }: { parts?: unknown; direct?: unknown }): UploadResponse | null {
  return isIntegers(parts) ? { ok: true, parts, direct: direct === true } : null
}

function createdResponse(body: { upload_id?: unknown; direct?: unknown }): UploadResponse | null {
  const { upload_id: uploadId, direct } = body
  return typeof uploadId === 'string' ? { ok: true, uploadId, direct: direct === true } : null
}

/** Reads the presigned request for a part to the store. */
function addressedRequest({ url }: { url?: unknown }): RequestHead | null {
  if (typeof url !== 'string' || !/^https?:/.test(url)) return null
  return { method: 'PUT', url, isDirectToStore: true, csrfToken: '' }
}

const isIntegers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one))
