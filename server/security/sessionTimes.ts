export const sessionIdleSeconds = 12 * 3600
export const sessionLifetimeSeconds = 7 * 24 * 3600
/** A session that was seen within this time is not written again. */
export const sessionTouchSeconds = 60
/** Between the two steps of a login. */
export const ticketLifetimeSeconds = 5 * 60
