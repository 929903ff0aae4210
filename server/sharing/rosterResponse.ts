import { errorDetails } from '../../contract/errors.ts'
import { KiB } from '../../contract/limits.ts'
import * as rosters from '../db/folders/rosters.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'
import { jsonArray } from '../http/streamJson.ts'
import { mapRows, paginateByKey, rowsPerPage } from '../http/sendList.ts'

/** Number of statements or generations per piece, which has at most half a megabyte: the memory of a streamed response. */
export const rosterRowsPerPiece = 8

/** State of the members that a response is based on. */
interface RosterState {
  folderId: number
  /** The caller, whose grants are returned. */
  userId: number
  newest: number
  generation: number
  leaving: readonly number[]
}

/** Number of characters that are buffered before sending. For most folders that is the whole response. */
const bufferedLength = 128 * KiB
const maxTries = 5

/**
 * Streams the response of `getRoster` as JSON. If the members change before the first byte is sent, it is
 * read again. After a later change the response ends early, because sent bytes cannot be taken back.
 * @throws errors of `stateOf`; HttpError 409 if the members keep changing
 */
export async function rosterPieces(db: Db, stateOf: () => Promise<RosterState>) {
  for (let tries = 1; ; tries++) {
    const pieces = rosterResponse(db, await stateOf())
    try {
      return prependPiece(await readBeginning(pieces), pieces)
    } catch (error) {
      if (!(error instanceof RosterChangedError)) throw error
      if (tries === maxTries) throw conflict(errorDetails.rosterMoved)
    }
  }
}

async function* prependPiece(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

class RosterChangedError extends Error {}

/** Reads pieces of up to `bufferedLength` characters and joins them. */
async function readBeginning(pieces: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (text.length < bufferedLength) {
    const next = await pieces.next()
    if (next.done === true) break
    text += next.value
  }
  return text
}

/** Generates the response of `getRoster` in pieces. @throws RosterChangedError if the members have changed meanwhile */
async function* rosterResponse(db: Db, state: RosterState): AsyncGenerator<string> {
  const { folderId, newest, generation, leaving } = state
  yield '{"statements":'
  const statements = paginateByKey(
    { first: 0, limit: rosterRowsPerPiece },
    (after, limit) => rosters.listRosterStatements(db, folderId, { after, last: newest, limit }),
    ({ seq }) => seq,
  )
  const complete = requireLastRow(newest, statements, ({ seq }) => seq)
  yield* jsonArray(mapRows(complete, ({ statement, signature }) => ({ statement, signature })))
  yield ',"keys":'
  const keys = paginateByKey(
    { first: '', limit: rowsPerPage },
    (after, limit) => rosters.listRosterKeys(db, folderId, after, limit),
    ({ fingerprint }) => fingerprint,
  )
  yield* jsonArray(mapRows(keys, ({ public_key_spki }) => public_key_spki))
  yield ',"generations":'
  const generations = paginateByKey(
    { first: 0, limit: rosterRowsPerPiece },
    (after, limit) => rosters.listGenerations(db, state, after, limit),
    ({ gen }) => gen,
  )
  yield* jsonArray(requireLastRow(generation, generations, ({ gen }) => gen))
  yield `,"leaving":${JSON.stringify(leaving)}}`
}

/** Passes pages on. @throws RosterChangedError if the number of the last row is not `last` */
async function* requireLastRow<T>(
  last: number,
  pages: AsyncIterable<readonly T[]>,
  numberOf: (row: T) => number,
) {
  let reached = 0
  for await (const page of pages) {
    reached = page.reduce((most, row) => Math.max(most, numberOf(row)), reached)
    yield page
  }
  if (reached !== last) throw new RosterChangedError('The people of the folder were changed meanwhile.')
}
