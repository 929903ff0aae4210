import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { callApi } from '../../api/client.ts'
import { fault, FaultError } from '../../faults/fault.ts'
import { loginVerifier } from '../../session/session.ts'
import type { OutcomeText } from './Outcome.tsx'

/** Leaves this page for the provider, to link who is signed in with who they are there. @throws FaultError */
export async function leaveToLink(username: string, password: string): Promise<void> {
  const verifier = await loginVerifier(username, password)
  const { address } = await callApi('linkSingleSignOn', { body: { password: verifier } })
  // The server's word: no script of its own may hide in it.
  if (!/^https?:\/\//i.test(address)) throw new FaultError(fault('unexpected'))
  location.assign(address)
}

/** @throws FaultError */
export async function unlink(username: string, password: string): Promise<void> {
  const verifier = await loginVerifier(username, password)
  await callApi('unlinkSingleSignOn', { body: { password: verifier } })
}

const failures: Readonly<Partial<Record<SignInOutcome, string>>> = {
  cancelled: 'Nothing was linked: that was cancelled at the provider.',
  taken: 'Nothing was linked: that person of the provider is linked to another user here.',
  ended:
    'Nothing was linked: the session that began it has ended, or it took longer than ten minutes. Begin it again.',
  clock:
    'Nothing was linked: the clocks of this server and of the provider differ. Tell whoever runs this server.',
  refused:
    'Nothing was linked: the provider’s answer is not valid. Try again; if it stays so, tell whoever runs this server.',
  unavailable: 'Nothing was linked: the provider does not answer. Try again in a moment.',
  busy: 'Nothing was linked: too much was begun from your address. Please try again later.',
}

/** How a link has ended that was begun here. */
export function linkOutcome(outcome: SignInOutcome | null): OutcomeText | null {
  if (outcome === null) return null
  if (outcome === 'linked')
    return { severity: 'success', text: 'Linked. From now on the provider opens your session.' }
  const text = failures[outcome]
  return text === undefined ? null : { severity: 'error', text }
}
