import { shownText } from '../../contract/shownText.ts'
import { type CommandError, refusedError } from '../exitCodes.ts'
import { isCertificateError } from '../../contract/systemErrors.ts'

/** Returns the CommandError for an untrusted certificate, for which waiting does not help; null for other errors. */
export function certificateError(host: string, error: unknown): CommandError | null {
  if (!(error instanceof Error) || !isCertificateError(error)) return null
  const message =
    `The certificate of ${host} is not trusted: ${shownText(error.message)}. Somebody else may answer in its place, so nothing was said to it. ` +
    'If an authority of your own has signed it, name the file of that authority by NODE_EXTRA_CA_CERTS.'
  return refusedError(message)
}
