import type { Fault } from './fault.ts'
import { faultOf } from './faultOf.ts'
import { isWithoutResponse } from './retries.ts'

/** True if the session is over (to the login page, without a notification); not for a wrong password. */
export const isSessionEnd = ({ code, status }: Fault): boolean =>
  status === 401 && (code === 'notAuthenticated' || code === 'sessionExpired')

/** True for 401 and 403, also of a proxy: only `isSessionEnd` means not signed in. */
export const isAuthRefusal = ({ status }: Fault): boolean => status === 401 || status === 403

/** True if the error of a query says that the server itself gave no response. @param error undefined without one */
export const isUnanswered = (error: unknown): boolean =>
  error !== undefined && isWithoutResponse(faultOf(error))
