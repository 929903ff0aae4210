export const sessionIdleSeconds = 12 * 3600
export const sessionLifetimeSeconds = 7 * 24 * 3600
/** Maximum number of sessions per user. A further sign-in ends the session that was last seen the longest ago. */
export const maxSessionsPerUser = 100
/** Minimum interval between updates of the last use. */
export const sessionTouchSeconds = 60
/** Time between the two steps of a login. */
export const loginTicketLifetimeSeconds = 5 * 60

/** Lifetime of a gate pass after its last use. */
export const gatePassSeconds = 24 * 3600
/** A pass is renewed when less than this is left, so that not every use is a write. */
export const gatePassRenewalSeconds = 23 * 3600

export const emailCodeLifetimeSeconds = 10 * 60
export const maxEmailCodeTries = 5

/** Maximum number of codes per address, across all links, within `codeRequestSeconds`: nobody floods a mailbox. */
export const maxCodeRequests = 3
/** Maximum number of these per visitor, or per IPv6 network, so that nobody alone keeps others from getting theirs. */
export const maxCodeRequestsPerVisitor = 2
export const codeRequestSeconds = 3600
/** Maximum number of confirmations of uploads per address within `codeRequestSeconds`. */
export const maxConfirmationMails = 5
