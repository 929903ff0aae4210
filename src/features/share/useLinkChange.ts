import { useRef } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { callApi, type CallOptions } from '../../api/client.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/faultKinds.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { linkProblemText, LinkRefusedError } from './linkProblem.ts'
import { reloadLink } from './reloadLink.ts'

export type LinkChanges = CallOptions<'updateDownloadLink'>['body']

/** Says why a link was not changed. */
export function notChangedText(error: unknown): string {
  if (error instanceof LinkRefusedError)
    return t('share.notChanged', { reason: linkProblemText(error.problem) })
  const fault = faultOf(error)
  return t('share.notChanged', {
    // What an earlier server does not know of a link, it refuses.
    reason: fault.code === 'unknownField' ? t('share.newerServerNeeded') : faultText(fault),
  })
}

/**
 * Returns a function that changes a link, and says whether it was changed. It ignores presses until then: a button that
 * was disabled for that long would lose the focus.
 */
export function useLinkChange(link: Pick<DownloadLink, 'link_token'>) {
  const dispatch = useAppDispatch()
  const busy = useRef(false)

  return async function change(body: LinkChanges, success: string): Promise<void> {
    if (busy.current) return
    busy.current = true
    try {
      await callApi('updateDownloadLink', { params: { id: link.link_token }, body })
      notify('success', success)
    } catch (caught) {
      if (!isSessionEnd(faultOf(caught))) notify('error', notChangedText(caught))
    }
    void dispatch(reloadLink(link))
    busy.current = false
  }
}
