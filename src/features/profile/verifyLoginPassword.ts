import { faultOf } from '../../../core/faults/faultOf.ts'
import { confirmLoginPassword } from '../../session/session.ts'

/** Verifies the login password with the server. @throws FaultError if the response is missing */
export const verifyLoginPassword = async (username: string, password: string): Promise<boolean> =>
  (await verifierIfCorrect(username, password)) !== null

/** Returns the verifier of the login password; null if it is wrong. @throws as `verifyLoginPassword` */
export async function verifierIfCorrect(username: string, password: string): Promise<string | null> {
  try {
    return await confirmLoginPassword(username, password)
  } catch (error) {
    if (faultOf(error).status === 401) return null
    throw error
  }
}
