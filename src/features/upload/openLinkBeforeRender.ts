import { store } from '../../store/store.ts'
import type { UploadLinkFragment } from '../../../core/upload/uploadLinkFragment.ts'
import { pageOpened } from './uploadEvents.ts'
import { selectUpload, uploadStep } from './uploadSlice.ts'
import './sending/appUploadService.ts'

/** Time in milliseconds after which a loading indicator is shown instead. */
const timeoutMs = 1000

/** Opens the link so that the page is rendered once; resolves when there is something to show. */
export async function openLinkBeforeRender({
  linkToken,
  keyFingerprint,
  privateNames,
}: Omit<UploadLinkFragment, 'originSecret'> & { linkToken: string }): Promise<void> {
  store.dispatch(pageOpened({ linkToken, keyFingerprint, privateNames }))
  await new Promise<void>((resolve) => {
    const stopWaiting = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(stopWaiting, timeoutMs)
    const unsubscribe = store.subscribe(() => {
      if (selectUpload(store.getState()).step !== uploadStep.loading) stopWaiting()
    })
  })
}
