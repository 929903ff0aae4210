import { isCryptoError } from '../crypto/errors.ts'
import { type Fault, fault, FaultError } from './fault.ts'
import { withoutSecrets } from './withoutSecrets.ts'

/**
 * Any thrown thing as a fault, a fault itself included: that is what queries give. An AbortError is none: whoever ends
 * something knows that it has ended, so look for one first. What nobody expects becomes 'unexpected', with its words
 * where it is an error.
 */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof FaultError) return thrown.fault
  if (isCryptoError(thrown)) return fault(thrown.code)
  if (isFault(thrown)) return thrown
  if (!(thrown instanceof Error)) return fault('unexpected')
  if (isPartMissing(thrown)) return fault('part-missing')
  return fault('unexpected', { said: withoutSecrets(thrown.message) })
}

const isFault = (thrown: unknown): thrown is Fault =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'code' in thrown &&
  'status' in thrown &&
  typeof thrown.code === 'string'

/** A part of the application did not arrive, in the words of each browser. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (/dynamically imported module|module script failed/i.test(error.message) || isPartMissing(error.cause))
