import { type Fault, FaultError } from '../../../../core/faults/fault.ts'
import { linkStepped, selectDownloadPage } from '../../../../src/features/download/downloadPageSlice.ts'
import { enter } from '../../../../src/features/download/openLink.ts'
import type { AppThunk } from '../../../../src/store/store.ts'

/* What happens to a link, as actions of its page. */

const gates = { requires_password: false, requires_email: false }

export const linkFailed = ({ fault, keysMissing = false }: { fault: Fault; keysMissing?: boolean }) =>
  linkStepped(
    keysMissing
      ? { type: 'accepted', call: 'status', answer: { gates, keysFault: fault } }
      : { type: 'failed', fault },
  )
export const keysGiven = () => linkStepped({ type: 'keys', keysFault: null })
export const passwordAsked = () =>
  linkStepped({ type: 'accepted', call: 'status', answer: { gates: { ...gates, requires_password: true } } })
export const passwordSent = () => linkStepped({ type: 'entered' })
export const passwordRefused = (fault: Fault) => linkStepped({ type: 'refused', call: 'password', fault })
export const passwordAccepted = () => linkStepped({ type: 'accepted', call: 'password' })

/** Enters an address and the code that was mailed there. @throws FaultError if the code is refused */
export const openAfterEmailGate = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  await dispatch(enter('anna@example.org'))
  await dispatch(enter('123456'))
  const { refused } = selectDownloadPage(getState()).gate
  if (refused?.attempt === 'code') throw new FaultError(refused.fault)
}
