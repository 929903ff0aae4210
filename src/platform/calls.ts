import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import { callApi, csrfToken } from '../api/client.ts'
import { type Fault, fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { RequestHead, UploadCalls } from '../../core/ports.ts'
import { addressedRequest, askedAnswer, createdAnswer } from '../../core/upload/callAnswers.ts'
import type { Answer, What } from '../../core/upload/state.ts'

/** A call that takes longer counts as failed. */
const callMilliseconds = 30_000

/**
 * The calls of an upload link's page.
 * @param onGateClosed gets the link's current requirements
 */
export function uploadCalls(linkToken: string, onGateClosed: (link: UploadStatus) => void): UploadCalls {
  const params = { link_token: linkToken }
  return {
    create: (size, part_size, signal) =>
      answerOf(
        callApi('createPartsUpload', { params, body: { size, part_size }, signal: withTimeout(signal) }),
        (answer) => createdAnswer(answer) ?? { ok: false, fault: fault('refused') },
      ),
    ask: (upload_id, signal) =>
      answerOf(
        callApi('getPartsUpload', { params: { ...params, upload_id }, signal: withTimeout(signal) }),
        (answer) => askedAnswer(answer) ?? { ok: false, fault: fault('refused') },
      ),
    address: (upload_id, n, signal) =>
      settledCall(
        callApi('addressPart', { params: { ...params, upload_id, n }, signal: withTimeout(signal) }),
        (answer) => addressedRequest(answer) ?? fault('refused'),
      ),
    abort: (uploadId) => abortUpload(linkToken, uploadId),
    isGateClosed: async () => {
      const link = await callApi('getUploadStatus', { params, signal: AbortSignal.timeout(callMilliseconds) })
      const isClosed = link.requires_password || link.requires_email
      if (isClosed) onGateClosed(link)
      return isClosed
    },
    request: (what, uploadId) => requestOf(linkToken, what, uploadId),
  }
}

/** Deletes an upload from the server. If the call is lost, the upload expires by itself. */
export function abortUpload(linkToken: string, uploadId: string): void {
  const params = { link_token: linkToken, upload_id: uploadId }
  const signal = AbortSignal.timeout(callMilliseconds)
  void answerOf(callApi('abortPartsUpload', { params, signal }), () => ({ ok: true }))
}

function requestOf(link_token: string, what: What, uploadId: string | null): RequestHead {
  if (typeof what !== 'number') {
    return { method: 'POST', url: callUrl(addresses.uploadFiles, { link_token }), csrfToken: csrfToken() }
  }
  if (uploadId === null) throw new Error('A part of no upload was to be sent.')
  const url = callUrl(addresses.putPart, { link_token, upload_id: uploadId, n: what })
  return { method: 'PUT', url, csrfToken: csrfToken(), contentType: 'application/octet-stream' }
}

const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(callMilliseconds)])

async function answerOf<T>(call: Promise<T>, read: (value: T) => Answer): Promise<Answer> {
  const answer = await settledCall(call, read)
  return 'code' in answer ? { ok: false, fault: answer } : answer
}

async function settledCall<T, R>(call: Promise<T>, read: (value: T) => R): Promise<R | Fault> {
  try {
    return read(await call)
  } catch (error) {
    return isAborted(error) ? fault('unanswered') : faultOf(error)
  }
}

/** True if this page aborted the call or it timed out. */
const isAborted = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
