import type { Fault } from '../../../../core/faults/fault.ts'
import type { GateRefusal } from '../../../../core/link/step.ts'
import { driveLink } from '../../../../src/features/upload/link/gateThunks.ts'
import { linkStepped } from '../../../../src/features/upload/uploadEvents.ts'

/* What happens to a link and at its gates, as actions of its page. */

export const linkFailed = ({ fault }: { fault: Fault; isTemporary: false }) =>
  linkStepped({ type: 'failed', fault })
export const gateTried = () => linkStepped({ type: 'entered' })
export const gateRefused = ({ attempt, fault }: GateRefusal) =>
  linkStepped({ type: 'refused', call: attempt, fault })
export const passwordAccepted = () => linkStepped({ type: 'accepted', call: 'password' })
export const codeSent = ({ email }: { email: string }) =>
  linkStepped({ type: 'accepted', call: 'address', answer: { email } })
export const codeSentAgain = () => linkStepped({ type: 'accepted', call: 'code-again' })
export const codeNoticeExpired = () => linkStepped({ type: 'notice-expired' })
export const codeAccepted = () => linkStepped({ type: 'accepted', call: 'code' })
export const emailChangeRequested = () => linkStepped({ type: 'change-address' })
export const submitPassword = (password: string) => driveLink({ type: 'entered' }, password)
