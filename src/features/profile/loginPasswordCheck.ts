import { faultOf } from '../../../core/faults/faultOf.ts'
import { confirmLoginPassword } from '../../session/session.ts'

/** Verifies the login password with the server. @throws FaultError if the response is missing */
export async function isLoginPassword(username: string, password: string): Promise<boolean> {
  try {
    await confirmLoginPassword(username, password)
    return true
  } catch (error) {
    if (faultOf(error).status === 401) return false
    throw error
  }
}
