import { detail } from '../../contract/errors.ts'
import type { SignedStatement } from '../../contract/roster.ts'
import * as rosters from '../db/rosters.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../errors.ts'
import { jsonArray } from './sendJson.ts'
import { pagesBy, rowsPerPage } from './sendList.ts'

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

/**
 * The answer of `getRoster` as JSON, in pieces: a folder may have been changed thousands of times, and each statement
 * names up to a hundred people.
 * @throws HttpError 409 where the people were changed meanwhile; what has gone out cannot be taken back, so the answer
 * ends early
 */
export async function* rosterAnswer(db: Db, state: RosterState): AsyncGenerator<string> {
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

/** The same pages. @throws HttpError 409 where the last of their rows is not that with the number `last` */
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
  if (reached !== last) throw conflict(detail.rosterMoved)
}
