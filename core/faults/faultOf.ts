import { isCryptoError } from '../crypto/errors.ts'
import { type Fault, fault, FaultError, type Settled } from './fault.ts'
import { withoutSecrets } from './withoutSecrets.ts'

/**
 * Converts anything thrown to a fault; faults are returned as they are, as queries have them. Check for an
 * AbortError first: it is not a fault. Other errors become 'unexpected', with their message.
 */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof FaultError) return thrown.fault
  if (isCryptoError(thrown)) return fault(thrown.code)
  if (isFault(thrown)) return thrown
  if (!(thrown instanceof Error)) return fault('unexpected')
  if (isModuleLoadError(thrown)) return fault('part-missing')
  return fault('unexpected', { said: withoutSecrets(thrown.message) })
}

/** Converts an error of a call about a link. A 404 without a text is not of this server: nothing is at that address. */
export function linkFaultOf(thrown: unknown): Fault {
  const what = faultOf(thrown)
  return what.status === 404 && what.said === undefined ? fault('linkInvalid', { status: 404 }) : what
}

const isFault = (thrown: unknown): thrown is Fault =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'code' in thrown &&
  'status' in thrown &&
  typeof thrown.code === 'string'

/** By the messages of each browser, and of Vite for a style sheet. */
export const isModuleLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  (/dynamically imported module|module script failed|unable to preload css/i.test(error.message) ||
    isModuleLoadError(error.cause))

export const settled = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, fault: faultOf(error) }),
  )
