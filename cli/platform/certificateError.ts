import { shownText } from '../../contract/shownText.ts'
import { type CommandError, refusedError } from '../exitCodes.ts'
import { systemErrorCode } from './diskErrors.ts'

/** Node's codes of certificate errors. */
const ofCertificates =
  /^(ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_CERT_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/

/** Returns the CommandError for an untrusted certificate, for which waiting does not help; null for other errors. */
export function certificateError(host: string, error: unknown): CommandError | null {
  if (!ofCertificates.test(systemErrorCode(error) ?? '') || !(error instanceof Error)) return null
  const message =
    `The certificate of ${host} is not trusted: ${shownText(error.message)}. Somebody else may answer in its place, so nothing was said to it. ` +
    'If an authority of your own has signed it, name the file of that authority by NODE_EXTRA_CA_CERTS.'
  return refusedError(message)
}
