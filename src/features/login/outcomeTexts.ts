import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'

/** Of a way by the provider that ends on the login page without a session; null where nothing is to be said. */
export const outcomeTexts: Readonly<Record<SignInOutcome, string | null>> = {
  done: 'You were signed in, but this browser has kept no session. Allow this site its cookies, and try again.',
  code: null,
  linked: null,
  cancelled: 'The sign-in was cancelled at the provider.',
  unknown:
    'Nobody here who may sign in is linked to that person of the provider. Link yourself in your profile, or ask whoever runs this server.',
  taken: null,
  ended:
    'This sign-in was not begun in this browser, or has taken longer than ten minutes. Please begin it again.',
  clock:
    'The clocks of this server and of the provider differ, so its answer does not count. Tell whoever runs this server.',
  refused:
    'The provider’s answer is not valid for this sign-in. Try again; if it stays so, tell whoever runs this server.',
  unavailable: 'The provider does not answer. Try again in a moment.',
  busy: 'Too many sign-ins were begun from your address. Please try again later.',
}
