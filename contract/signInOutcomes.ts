/**
 * Outcome of a sign-in by the provider, in the address to which the browser returns. 'done': a session;
 * 'code': the second factor is required; 'linked': the account was linked; all others are failures.
 */
export const signInOutcomes = [
  'done',
  'code',
  'linked',
  'cancelled',
  'unknown',
  'taken',
  'ended',
  'clock',
  'refused',
  'unavailable',
  'misconfigured',
  'busy',
] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

export const isSignInOutcome = (value: unknown): value is SignInOutcome =>
  (signInOutcomes as readonly unknown[]).includes(value)
