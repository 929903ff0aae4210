/** Names on the wire. */

/** Readable by scripts; bound to the session, or to the visitor, and copied into the header on every unsafe request. */
export const csrfCookie = 'csrftoken'
export const csrfHeader = 'x-csrftoken'
/** @param value as the cookie has it, percent-encoded @returns for the header; empty for what no server of ours sends */
export function csrfTokenOf(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

export const encryptedKeyHeader = 'x-encrypted-key'
export const encryptionIvHeader = 'x-encryption-iv'

/** Content type of a `files` part whose body is the id of a file that went up in numbered parts before. */
export const uploadReferenceType = 'application/vnd.sealpost.upload-reference'

/** With the secret of a self-test that the command line makes. */
export const diagnosisHeader = 'x-sealpost-diagnosis'
