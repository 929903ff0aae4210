import type { SingleSignOnLink } from '../../../../contract/schemas/singleSignOn.ts'
import type { SignInOutcome } from '../../../../contract/signInOutcomes.ts'
import { callApi } from '../../../api/client.ts'
import { fault, FaultError } from '../../../../core/faults/fault.ts'
import { loginVerifier } from '../../../session/session.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import type { OutcomeText } from '../common/OutcomeBanner.tsx'

/** Opens the provider's page to link the signed-in user with their account there. @throws FaultError */
export async function redirectToLinkAccount(username: string, password: string): Promise<void> {
  const verifier = await loginVerifier(username, password)
  const { address } = await callApi('linkSingleSignOn', { body: { password: verifier } })
  // The server's address must not be a script URL.
  if (!/^https?:\/\//i.test(address)) throw new FaultError(fault('unexpected'))
  location.assign(address)
}

export async function unlinkAccount(username: string, password: string): Promise<void> {
  const verifier = await loginVerifier(username, password)
  await callApi('unlinkSingleSignOn', { body: { password: verifier } })
}

const outcomes = {
  linked: 'signInBy.linked',
  cancelled: 'signInBy.cancelled',
  taken: 'signInBy.taken',
  ended: 'signInBy.ended',
  clock: 'signInBy.clock',
  refused: 'signInBy.refused',
  unavailable: 'signInBy.unavailable',
  misconfigured: 'signInBy.misconfigured',
  busy: 'signInBy.busy',
  done: null,
  code: null,
  unknown: null,
} as const satisfies Record<SignInOutcome, TextKey | null>

export function linkOutcomeText(outcome: SignInOutcome | null): OutcomeText | null {
  if (outcome === null) return null
  const key = outcomes[outcome]
  return key && { severity: outcome === 'linked' ? 'success' : 'error', text: () => t(key) }
}

/** Returns the labels of the actions on the link to a provider; null for those that are not offered. */
export const linkActionLabels = (provider: string | null, link: SingleSignOnLink | null) =>
  ({
    link: provider === null ? null : link === null ? 'signInBy.link' : 'signInBy.linkAnew',
    unlink: link === null || link.is_only_way_in ? null : 'signInBy.unlink',
  }) as const
