import { callApi } from '../api/client.ts'

const patience = 30_000

/** Nothing of it may stay on the server. When this does not arrive, the upload expires by itself. */
export function abandonUpload(linkToken: string, uploadId: string): void {
  const params = { link_token: linkToken, upload_id: uploadId }
  callApi('abortPartsUpload', { params, signal: AbortSignal.timeout(patience) }).catch(() => undefined)
}
