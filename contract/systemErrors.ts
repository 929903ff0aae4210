/** Code of an error from Node, SQLite or PostgreSQL, such as 'ENOENT'; '' if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Codes of file systems without hard links, such as those of memory sticks; EISDIR is that of Windows. */
export const noHardLinkCodes: readonly string[] = [
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EISDIR',
]

const certificateCodes =
  /^(ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_C(ERT|RL)_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/

export const isCertificateError = (error: unknown): boolean => certificateCodes.test(errorCode(error))
