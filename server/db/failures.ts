/** Whether a write failed because a unique value is taken. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(errorCode(error))

/** Whether PostgreSQL ended a transaction that may succeed when it is repeated: a deadlock, or an order that cannot be. */
export const isRepeatable = (error: unknown): boolean => ['40P01', '40001'].includes(errorCode(error))

/**
 * Whether PostgreSQL cannot be reached, has no room for connections (53), shuts down (57P) or waits for another (55P03,
 * 57014), or is a copy that takes no writes (25006): a request may come again. Its client gives broken connections no code.
 */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:08...|53[23]00|25006|57P0[1-5]|57014|55P03|25P0[23]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
    errorCode(error),
  ) ||
    /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    ))

/** Whether the disk of an embedded database is full: nobody else can be using it. */
export const isOutOfRoom = (error: unknown): boolean => ['SQLITE_FULL', 'ENOSPC'].includes(errorCode(error))

/** Of Node, SQLite or PostgreSQL; '' for an error without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
