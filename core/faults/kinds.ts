import type { Fault } from './fault.ts'
import { faultOf } from './faultOf.ts'

/**
 * True if the session is over, or its cookie is gone: the login page is shown, without a notification. A
 * wrong password is a 401, too, but not that.
 */
export const isSessionEnd = ({ code, status }: Fault): boolean =>
  status === 401 && (code === 'notAuthenticated' || code === 'sessionExpired')

/** True for 401 and 403, which mean not signed in. */
export const isRefusal = ({ status }: Fault): boolean => status === 401 || status === 403

/** True if there was no response. @param error error of a query; undefined without one */
export const isUnanswered = (error: unknown): boolean =>
  error !== undefined && faultOf(error).code === 'unanswered'
