import { detail } from '../../contract/errors.ts'
import { KiB } from '../../contract/limits.ts'
import type { SignedStatement } from '../../contract/roster.ts'
import * as rosters from '../db/rosters.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'
import { continued, jsonArray } from '../http/sendJson.ts'
import { pagesBy, rowsPerPage } from '../http/sendList.ts'

/** Statements, or generations, of one piece: with the longest ones half a megabyte, which a streamed answer may hold. */
export const rosterRowsPerPiece = 8

/** The state of a folder's people that an answer tells of. */
export interface RosterState {
  folderId: number
  /** Who asks: grants are theirs. */
  userId: number
  /** Number of the newest statement. */
  newest: number
  /** Number of the newest generation. */
  generation: number
  /** Ids of members who asked to leave. */
  leaving: readonly number[]
}

/** Characters of an answer that are read before it goes out: all of it for most folders. */
const heldLength = 128 * KiB
const mostTries = 5

/**
 * The answer of `getRoster` as JSON, in pieces. Where the people are changed before it begins to go out it is read anew;
 * one that is changed later ends early, since what has gone out cannot be taken back.
 * @throws what `stateOf` throws; HttpError 409 where the people are changed again and again
 */
export async function rosterPieces(
  db: Db,
  stateOf: () => Promise<RosterState>,
): Promise<AsyncGenerator<string>> {
  for (let tries = 1; ; tries++) {
    const pieces = rosterAnswer(db, await stateOf())
    try {
      return continued(await beginningOf(pieces), pieces)
    } catch (error) {
      if (!(error instanceof RosterMoved)) throw error
      if (tries === mostTries) throw conflict(detail.rosterMoved)
    }
  }
}

class RosterMoved extends Error {}

/** Pieces up to `heldLength`, as one. */
async function beginningOf(pieces: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (text.length < heldLength) {
    const next = await pieces.next()
    if (next.done === true) break
    text += next.value
  }
  return text
}

/**
 * The answer of `getRoster` as JSON, in pieces: a folder may have been changed thousands of times, and each statement
 * names up to a hundred people.
 * @throws RosterMoved where the people were changed meanwhile
 */
async function* rosterAnswer(db: Db, state: RosterState): AsyncGenerator<string> {
  const { folderId, newest, generation, leaving } = state
  yield '{"statements":'
  const statements = pagesBy(
    { first: 0, limit: rosterRowsPerPiece },
    (after, limit) => rosters.listStatements(db, folderId, { after, last: newest, limit }),
    ({ seq }) => seq,
  )
  yield* jsonArray(
    shown(
      upTo(newest, statements, ({ seq }) => seq),
      shownStatement,
    ),
  )
  yield ',"keys":'
  const keys = pagesBy(
    { first: '', limit: rowsPerPage },
    (after, limit) => rosters.listRosterKeys(db, folderId, after, limit),
    ({ fingerprint }) => fingerprint,
  )
  yield* jsonArray(shown(keys, ({ public_key_spki }) => public_key_spki))
  yield ',"generations":'
  const generations = pagesBy(
    { first: 0, limit: rosterRowsPerPiece },
    (after, limit) => rosters.listGenerations(db, state, after, limit),
    ({ gen }) => gen,
  )
  yield* jsonArray(upTo(generation, generations, ({ gen }) => gen))
  yield `,"leaving":${JSON.stringify(leaving)}}`
}

const shownStatement = ({ statement, signature }: SignedStatement): SignedStatement => ({
  statement,
  signature,
})

async function* shown<T, U>(pages: AsyncIterable<readonly T[]>, show: (row: T) => U): AsyncGenerator<U[]> {
  for await (const page of pages) yield page.map(show)
}

/** The same pages. @throws RosterMoved where the last of their rows is not that with the number `last` */
async function* upTo<T>(
  last: number,
  pages: AsyncIterable<readonly T[]>,
  numberOf: (row: T) => number,
): AsyncGenerator<readonly T[]> {
  let reached = 0
  for await (const page of pages) {
    reached = page.reduce((most, row) => Math.max(most, numberOf(row)), reached)
    yield page
  }
  if (reached !== last) throw new RosterMoved('The people of the folder were changed meanwhile.')
}
