export const sessionIdleSeconds = 12 * 3600
export const sessionLifetimeSeconds = 7 * 24 * 3600
/** Sessions that one person may have at once. A sign-in beyond ends the session that was not seen for longest. */
export const sessionsPerUser = 100
/** A session that was seen within this time is not written again. */
export const sessionTouchSeconds = 60
/** Between the two steps of a login. */
export const ticketLifetimeSeconds = 5 * 60
