/** Readable by scripts; bound to the session or the visitor, and copied into the header of every unsafe request. */
export const csrfCookie = 'csrftoken'
export const csrfHeader = 'x-csrftoken'
/** @param value of the cookie, percent-encoded @returns that of the header; empty for a malformed cookie */
export function csrfTokenOf(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

export const encryptedKeyHeader = 'x-encrypted-key'
export const encryptionIvHeader = 'x-encryption-iv'

/** Content type of a `files` part whose body is the id of a file uploaded in numbered parts before. */
export const uploadReferenceType = 'application/vnd.sealpost.upload-reference'

/** Carries the secret of a self-test that the command line starts. */
export const diagnosisHeader = 'x-sealpost-diagnosis'
