export const sessionIdleSeconds = 12 * 3600
export const sessionLifetimeSeconds = 7 * 24 * 3600
/** Maximum number of sessions per user. A further sign-in ends the session that was last seen the longest ago. */
export const sessionsPerUser = 100
/** Minimum interval between updates of the last use. */
export const sessionTouchSeconds = 60
/** Time between the two steps of a login. */
export const ticketLifetimeSeconds = 5 * 60
