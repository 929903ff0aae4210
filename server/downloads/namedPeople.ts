import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { callerActor, tokenPrefix, type AuditDep } from '../audit/audit.ts'
import { isoAfter, isoNow, type ClockDep } from '../util/isoTime.ts'
import {
  findLinkPass,
  insertLinkPass,
  mailboxOfPerson,
  setPersonOpened,
  renewLinkPass,
} from '../db/links/linkPeople.ts'
import { creatorNameOf } from '../db/folders/owners.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import type { EmailGate } from '../gates/emailGate.ts'
import { badRequest, forbidden, invalidField } from '../http/errors.ts'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { downloadCodeMail } from '../mail/codeMails.ts'
import { normalizeEmail } from '../security/emailCodes.ts'
import { gatePassSeconds, gatePassRenewalSeconds } from '../util/lifetimes.ts'
import { principalOf } from '../http/principals.ts'
import { newSecretToken, tokenHash } from '../util/tokens.ts'
import { transactInFolder } from '../db/folders/folderQueue.ts'
import type { MailerDep } from '../mail/mailer.ts'
import type { DbDep } from '../db/database.ts'
import type { RouteSettings } from '../config/config.ts'
import { fromFlag } from '../db/flag.ts'

/** Dependencies of reading a visitor's pass. */
export type LinkPassDeps = DbDep & ClockDep & Pick<RouteSettings, 'publicOrigin'>
type NamedPeopleDeps = LinkPassDeps & AuditDep

/**
 * [Note: Named people]
 *
 * A download link may be for named people: after its password, visitors prove an address of its list by a code. Until
 * then the server sends neither names nor keys nor bytes. A pass is a `link_pass` row, under the hash of a random
 * token that the browser has in an HttpOnly cookie for that link, as at [Note: Gates of an upload link]. The row
 * refers to the person, so removing somebody deletes their passes, and their next request is refused. Bytes that are
 * already on their way arrive.
 *
 * Only the server enforces the gate: the keys are in the link, as without it. A link for named people stays one.
 */

/** Mailboxes by address in its normal form. @throws HttpError 422 if a gate is added without a mail server */
export function namedMailboxes(
  { mailer }: MailerDep,
  addresses: readonly string[],
  isNamedAlready: boolean,
): ReadonlyMap<string, string> {
  // People can also be removed after the mail server has been removed from the settings.
  if (!mailer.sendsMail && !isNamedAlready) throw invalidField('allowed_emails', errorDetails.noMailServer)
  return new Map(addresses.map((address) => [normalizeEmail(address), address]))
}

/** The gate of a link for named people. */
export const emailGateOfLink = ({ db }: DbDep, link: DownloadLinkRow): EmailGate => ({
  folderId: link.folder_id,
  downloadToken: link.link_token,
  linkToken: link.link_token,
  mailboxOf: (typed) => mailboxOfPerson(db, link.id, normalizeEmail(typed)),
  composeMail: async (content) => downloadCodeMail({ ...content, sender: await creatorNameOf(db, link) }),
  failure: {
    kind: 'link-code-failed',
    folderId: link.folder_id,
    details: { link: tokenPrefix(link.link_token) },
  },
})

/** Returns the address that this browser has proved; null if none, or if the link asks for none. */
export async function findProvedAddress(
  deps: LinkPassDeps,
  request: FastifyRequest,
  link: DownloadLinkRow,
): Promise<string | null> {
  return (await findPass(deps, request, link))?.email ?? null
}

/**
 * Requires a proved address, and renews a pass that expires soon.
 * @returns the address; null if the link asks for none
 * @throws HttpError 403
 */
export async function requireNamedPerson(
  deps: LinkPassDeps,
  reply: FastifyReply,
  link: DownloadLinkRow,
): Promise<string | null> {
  if (!fromFlag(link.requires_email)) return null
  const pass = await findPass(deps, reply.request, link)
  if (pass === undefined) throw forbidden(errorDetails.downloadLinkNamed)
  if (pass.until < isoAfter(deps.now(), gatePassRenewalSeconds)) {
    await renewLinkPass(deps.db, tokenHash(pass.token), newPassExpiry(deps))
    setPassCookie(deps, reply, link, pass.token)
  }
  return pass.email
}

/**
 * Stores a pass for an address that was just proved, and sets its cookie.
 * @throws HttpError 400 if the link is not for the address any more; 404
 */
export async function issueLinkPass(
  deps: NamedPeopleDeps,
  reply: FastifyReply,
  link: DownloadLinkRow,
  email: string,
): Promise<void> {
  const { request } = reply
  const token = newSecretToken()
  const pass = { token_hash: tokenHash(token), link_id: link.id, email, until: newPassExpiry(deps) }
  await transactInFolder(deps.db, link.folder_id, principalOf(request), async (trx) => {
    if (!(await setPersonOpened(trx, link.id, email, isoNow(deps)))) throw badRequest(errorDetails.badCode)
    await insertLinkPass(trx, pass)
    const details = { link: tokenPrefix(link.link_token), email }
    await deps.audit.record(trx, callerActor(request), {
      kind: 'link-opened',
      folderId: link.folder_id,
      details,
    })
  })
  setPassCookie(deps, reply, link, token)
}

const newPassExpiry = ({ now }: ClockDep): string => isoAfter(now(), gatePassSeconds)

function setPassCookie(deps: LinkPassDeps, reply: FastifyReply, link: DownloadLinkRow, token: string): void {
  setCookie(deps, reply, linkCookieName('person', link.link_token), token, { maxAge: gatePassSeconds })
}

async function findPass(deps: LinkPassDeps, request: FastifyRequest, link: DownloadLinkRow) {
  const token = readCookie(deps, request, linkCookieName('person', link.link_token))
  if (!fromFlag(link.requires_email) || token === undefined) return undefined
  const pass = await findLinkPass(deps.db, tokenHash(token), link.id, isoNow(deps))
  return pass && { token, ...pass }
}
