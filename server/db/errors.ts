import { errorCode } from '../../contract/systemErrors.ts'

/** True if a write failed because a unique value is taken. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(errorCode(error))

/** True if PostgreSQL aborted a transaction that may succeed when retried: a deadlock or a serialization failure. */
export const isTransactionConflict = (error: unknown): boolean =>
  ['40P01', '40001'].includes(errorCode(error))

/**
 * True if the request may be retried: PostgreSQL cannot be reached (08), has no free connections (53), is shutting down
 * (57P), cannot take a lock (55P03, also thrown during a move), has timed out (57014, 25P0) or is a read-only replica
 * (25006). The `pg` client gives no code for broken connections, so their messages are matched.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:08...|53[23]00|25006|57P0[1-5]|57014|55P03|25P0[23]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
    errorCode(error),
  ) ||
    /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    ))

/** True if the disk of an embedded database is full. */
export const isDatabaseFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'ENOSPC'].includes(errorCode(error))
