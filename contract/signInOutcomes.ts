/**
 * How a way by the provider has ended: what stands in the address of the page that the browser comes back to. 'done' is
 * a session; 'code' asks for that of the second factor; 'linked' is a link; all others are failures.
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
  'busy',
] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

export const isSignInOutcome = (value: unknown): value is SignInOutcome =>
  (signInOutcomes as readonly unknown[]).includes(value)
