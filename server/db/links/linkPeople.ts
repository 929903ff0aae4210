import type { Selectable } from 'kysely'
import { executeHasChanged } from '../rowCounts.ts'
import type { Db, Tables } from '../schema.ts'

export type LinkPerson = Pick<Selectable<Tables['link_person']>, 'email' | 'mailbox' | 'opened_at'>

/**
 * Replaces the people of a link; those who stay keep their passes. Run it in a transaction.
 * @param mailboxes addresses as typed, by address in its normal form
 */
export async function setLinkPeople(trx: Db, linkId: number, mailboxes: ReadonlyMap<string, string>) {
  await trx
    .deleteFrom('link_person')
    .where('link_id', '=', linkId)
    .where('email', 'not in', [...mailboxes.keys()])
    .execute()
  const rows = [...mailboxes].map(([email, mailbox]) => ({ link_id: linkId, email, mailbox }))
  await trx
    .insertInto('link_person')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['link_id', 'email']).doUpdateSet((e) => ({ mailbox: e.ref('excluded.mailbox') })),
    )
    .execute()
  await trx
    .updateTable('download_link')
    .set({ requires_email: 1, people_count: mailboxes.size })
    .where('id', '=', linkId)
    .execute()
}

/** People of a link, by address. */
export const peopleOfLink = (db: Db, linkId: number): Promise<LinkPerson[]> => peopleOfLinks(db, [linkId])

/** People of links, by address. */
export const peopleOfLinks = (db: Db, linkIds: readonly number[]) =>
  db
    .selectFrom('link_person')
    .select(['link_id', 'email', 'mailbox', 'opened_at'])
    .where('link_id', 'in', linkIds)
    .orderBy('email')
    .execute()

/** Address for mails to a person; undefined if the link is not for them. */
export async function mailboxOfPerson(db: Db, linkId: number, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('link_person')
    .select('mailbox')
    .where('link_id', '=', linkId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.mailbox
}

/** Records that a person entered a code. False if the link is not for them any more. */
export const setPersonOpened = (trx: Db, linkId: number, email: string, now: string): Promise<boolean> =>
  executeHasChanged(
    trx
      .updateTable('link_person')
      .set({ opened_at: now })
      .where('link_id', '=', linkId)
      .where('email', '=', email),
  )

export async function insertLinkPass(
  trx: Db,
  pass: { token_hash: string; link_id: number; email: string; until: string },
): Promise<void> {
  await trx.insertInto('link_pass').values(pass).execute()
}

/** The pass of a token for this link that is valid at `now`. */
export const findLinkPass = (db: Db, tokenHash: string, linkId: number, now: string) =>
  db
    .selectFrom('link_pass')
    .select(['email', 'until'])
    .where('token_hash', '=', tokenHash)
    .where('link_id', '=', linkId)
    .where('until', '>', now)
    .executeTakeFirst()

export async function renewLinkPass(db: Db, tokenHash: string, until: string): Promise<void> {
  await db.updateTable('link_pass').set({ until }).where('token_hash', '=', tokenHash).execute()
}
