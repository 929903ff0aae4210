import type { Fault } from './fault.ts'
import { faultOf } from './faultOf.ts'

/**
 * The session is over, or its cookie is gone: handled by going to the login page, never by a notification. A wrong
 * password is a 401 too, and is not that.
 */
export const isSessionEnd = ({ code, status }: Fault): boolean =>
  status === 401 && (code === 'notAuthenticated' || code === 'sessionExpired')

/** 401 and 403 mean not signed in; anything else says nothing about that. */
export const isRefusal = ({ status }: Fault): boolean => status === 401 || status === 403

/** Another time the same may go well; what has no status may, too: no answer has refused it. */
export const mayPass = ({ status }: Fault): boolean => status === null || status >= 500 || status === 429

/** No answer came. @param error what a query calls its error; undefined without one */
export const isUnanswered = (error: unknown): boolean =>
  error !== undefined && faultOf(error).code === 'unanswered'
