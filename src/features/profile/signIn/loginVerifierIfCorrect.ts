import { faultOf } from '../../../../core/faults/faultOf.ts'
import { confirmLoginPassword } from '../../../session/session.ts'

/** Returns the verifier of the login password; null if the server says that it is wrong. @throws FaultError */
export const loginVerifierIfCorrect = (username: string, password: string): Promise<string | null> =>
  confirmLoginPassword(username, password).catch((error: unknown) => {
    if (faultOf(error).status === 401) return null
    throw error
  })
