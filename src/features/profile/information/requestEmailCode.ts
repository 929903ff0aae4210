import { callApi } from '../../../api/client.ts'
import { t } from '../../../../i18n/t.ts'
import { errorOutcome, type OutcomeText } from '../common/OutcomeBanner.tsx'

export interface CodeRequest {
  isSent: boolean
  outcome: OutcomeText
}

/** Asks the server to mail a code to the address of the profile. Never throws. */
export async function requestEmailCode(address: string): Promise<CodeRequest> {
  try {
    await callApi('requestEmailCode')
    return { isSent: true, outcome: { severity: 'info', text: () => t('profile.codeSent', { address }) } }
  } catch (error) {
    return { isSent: false, outcome: errorOutcome(error) }
  }
}
