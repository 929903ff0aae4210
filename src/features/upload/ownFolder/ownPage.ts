import { ownUploadToken } from '../../../../contract/ownUpload.ts'
import type { AppThunk } from '../../../store/store.ts'
import { appUploadService } from '../sending/appUploadService.ts'
import { pageLeft, pageOpened } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'
import type { OwnRecipient } from './ownRecipient.ts'

/** Opens the upload into a folder of one's own. @param keepsFiles true if files were chosen for it before */
export const openOwnPage =
  (folderId: number, recipient: OwnRecipient, keepsFiles = false): AppThunk =>
  (dispatch) => {
    const linkToken = ownUploadToken(folderId)
    const { keyFingerprint, originSecret, linkTag, privateNames } = recipient
    if (originSecret !== null) appUploadService.originSecrets.set(linkToken, originSecret)
    if (linkTag !== null) appUploadService.ownLinkTags.set(linkToken, linkTag)
    dispatch(pageOpened({ linkToken, keyFingerprint, privateNames, keepsFiles }))
  }

/** Leaves the upload that is open, if any. */
export const leaveOwnPage = (): AppThunk => (dispatch, getState) => {
  const { linkToken } = selectUpload(getState())
  appUploadService.originSecrets.delete(linkToken)
  appUploadService.ownLinkTags.delete(linkToken)
  // The folder may have another key the next time, which the private key vouches for.
  appUploadService.acceptedKeys.delete(linkToken)
  dispatch(pageLeft())
}
