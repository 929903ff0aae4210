import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import type { UploadCalls } from '../../core/ports.ts'
import { uploadCalls } from '../../core/upload/uploadCalls.ts'
import { csrfToken, callApiUntyped } from '../api/client.ts'

const callTimeoutMs = 30_000

/** The calls of an upload link's page. @param onGateClosed gets the link's current requirements */
export const pageUploadCalls = (
  linkToken: string,
  onGateClosed?: (link: UploadStatus) => void,
): UploadCalls =>
  uploadCalls(
    {
      call: (name, { signal, ...options }) =>
        callApiUntyped(name, { ...options, signal: withTimeout(signal) }),
      csrfToken,
      allowsStore: () => true,
      ...(onGateClosed && { onGateClosed }),
    },
    linkToken,
  )

/** Deletes an upload from the server, without waiting for it. */
export const abortUpload = (linkToken: string, uploadId: string): void =>
  pageUploadCalls(linkToken).abort(uploadId)

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(callTimeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}
