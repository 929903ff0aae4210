import { store } from '../../store/store.ts'
import type { LinkFragment } from '../../../core/upload/linkFragment.ts'
import { pageOpened } from './uploadEvents.ts'
import { selectUpload, step } from './uploadSlice.ts'
import './uploads.ts'

/** In milliseconds: whoever waits longer is told that something is loading. */
const timeoutMs = 1000

/**
 * Opens the link of a page that is about to be drawn, so that it is drawn once and not twice. Resolves when there is
 * something to show; what fails shows as that.
 */
export async function openBefore({
  linkToken,
  keyFingerprint,
}: Omit<LinkFragment, 'originSecret'> & { linkToken: string }): Promise<void> {
  store.dispatch(pageOpened({ linkToken, keyFingerprint }))
  await new Promise<void>((resolve) => {
    const end = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, timeoutMs)
    const unsubscribe = store.subscribe(() => {
      if (selectUpload(store.getState()).step !== step.loading) end()
    })
  })
}
