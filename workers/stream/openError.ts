import type { OpenFailure } from '../../src/protocol/downloadJobs.ts'

/** Why a file could not be opened, in words for the page. */
export class OpenError extends Error {
  override name = 'OpenError'
  readonly reason: OpenFailure
  /** The server refused more than this one file: the link has expired, the session has ended. */
  readonly concernsAll: boolean
  /** Which file of an archive. */
  entry: number | null = null

  constructor(reason: OpenFailure, message: string, { concernsAll = false } = {}) {
    super(message)
    this.reason = reason
    this.concernsAll = concernsAll
  }
}

export const damaged = () =>
  new OpenError('damaged', 'The stored data is damaged: a part of it does not verify.')

export const incomplete = () => new OpenError('incomplete', 'Incomplete file data received from server.')

export const hashMismatch = () =>
  new OpenError(
    'hash-mismatch',
    'The content is not what was sent: its SHA-256 differs from the recorded one.',
  )

export const contentMismatch = () =>
  new OpenError(
    'hash-mismatch',
    'The content is not what was sent: it differs from what the sender’s browser has sealed of it.',
  )

export const connectionLost = () =>
  new OpenError('network', 'The connection to the server was lost and did not come back.')
