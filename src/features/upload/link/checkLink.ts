import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { callApi } from '../../../api/client.ts'
import { fetchRecipient } from './fetchRecipient.ts'
import type { CheckedLink } from '../sending/uploadPreparation.ts'
import type { UploadService } from '../sending/uploadService.ts'

/** Requests the recipient's key and the state of a link. @throws as `fetchRecipient` */
export const checkLink = (
  { acceptedKeys }: Pick<UploadService, 'acceptedKeys'>,
  { linkToken, keyFingerprint }: { linkToken: string; keyFingerprint: string | null },
  signal?: AbortSignal,
): Promise<CheckedLink> =>
  Promise.all([
    fetchRecipient({ linkToken, keyFingerprint, acceptedKeys }, signal),
    fetchLinkStatus(linkToken, signal),
  ])

/** Returns the current state of the link; null without a response, which the upload then reports. */
async function fetchLinkStatus(linkToken: string, signal?: AbortSignal): Promise<UploadStatus | null> {
  try {
    return await callApi('getUploadStatus', { params: { link_token: linkToken }, signal })
  } catch {
    return null
  }
}
