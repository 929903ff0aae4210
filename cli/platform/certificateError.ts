import { shownText } from '../../contract/shownText.ts'
import { type CommandError, refusedError } from '../exitCodes.ts'
import { isCertificateError } from '../../contract/systemErrors.ts'

/** Returns the CommandError for an untrusted certificate, for which waiting does not help; null for other errors. */
export function certificateError(host: string, error: unknown): CommandError | null {
  if (!(error instanceof Error) || !isCertificateError(error)) return null
  const message =
    `The certificate of ${host} is not trusted: ${shownText(error.message)}. Somebody else may answer in its place, so nothing was sent to it. ` +
    'If your own authority has signed it, set NODE_EXTRA_CA_CERTS to the file with the certificate of that authority.'
  return refusedError(message)
}
