import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { RawAnswer, UploadCalls } from '../../core/ports.ts'
import { isGood } from '../../core/util/rawAnswer.ts'
import { addressedRequest, askedAnswer, createdAnswer } from '../../core/upload/callAnswers.ts'
import type { Answer } from '../../core/upload/state.ts'
import { exchangeJson, faultOfRaw, objectIn } from './jsonCall.ts'
import type { Server } from './server.ts'

type UploadCall =
  'createPartsUpload' | 'addressPart' | 'getPartsUpload' | 'abortPartsUpload' | 'getUploadStatus'

/** The calls of one upload link. */
export function nodeCalls(server: Server, linkToken: string): UploadCalls {
  const call = (
    name: UploadCall,
    what: { uploadId?: string; n?: number; body?: unknown; signal?: AbortSignal } = {},
  ) => {
    const { method } = addresses[name]
    const params = {
      link_token: linkToken,
      ...(what.uploadId !== undefined && { upload_id: what.uploadId }),
      ...(what.n !== undefined && { n: what.n }),
    }
    const url = callUrl(addresses[name], params)
    return exchangeJson(server, { method, url }, what.body, what.signal)
  }
  return {
    create: async (size, part_size, signal) => {
      const raw = await call('createPartsUpload', { body: { size, part_size }, signal })
      return answered(raw, createdAnswer)
    },

    ask: async (uploadId, signal) =>
      answered(await call('getPartsUpload', { uploadId, signal }), askedAnswer),

    address: async (uploadId, n, signal) => {
      const raw = await call('addressPart', { uploadId, n, signal })
      if (!isGood(raw)) return faultOfRaw(raw)
      const to = addressedRequest(objectIn(raw.text))
      return to && server.storage.takes(to.url) ? to : fault('refused', { status: raw.status })
    },

    abort: (uploadId) => void call('abortPartsUpload', { uploadId }),

    isGateClosed: async () => {
      const raw = await call('getUploadStatus')
      if (!isGood(raw)) throw new FaultError(faultOfRaw(raw))
      const said: { requires_password?: unknown; requires_email?: unknown } = objectIn(raw.text)
      return said.requires_password === true || said.requires_email === true
    },

    request: (what, uploadId) => {
      const { csrfToken } = server
      if (typeof what !== 'number') {
        return { method: 'POST', url: callUrl(addresses.uploadFiles, { link_token: linkToken }), csrfToken }
      }
      if (uploadId === null) throw new Error('A part of no upload was to be sent.')
      const params = { link_token: linkToken, upload_id: uploadId, n: what }
      return { method: 'PUT', url: callUrl(addresses.putPart, params), csrfToken }
    },
  }
}

/** @param read returns null for an answer of an unexpected shape, which is not trusted */
function answered(raw: RawAnswer, read: (said: object) => Answer | null): Answer {
  if (!isGood(raw)) return { ok: false, fault: faultOfRaw(raw) }
  return read(objectIn(raw.text)) ?? { ok: false, fault: fault('refused', { status: raw.status }) }
}
