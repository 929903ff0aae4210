import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { callerActor } from '../audit/audit.ts'
import { isoAfter, isoNow } from '../util/isoTime.ts'
import { findGatePass, insertGatePass, renewGatePass, type GatePass } from '../db/uploads/gates.ts'
import type { FolderRow } from '../db/schema.ts'
import { type EmailGate, type EmailGateDeps, requireGateCode } from '../gates/emailGate.ts'
import { forbidden, isTooManyRequests, unauthorized } from '../http/errors.ts'
import { linkCookieName, readCookie, setCookie } from '../plugins/cookies.ts'
import { uploadCodeMail } from '../mail/codeMails.ts'
import { principalOf } from '../http/principals.ts'
import { gatePassSeconds, gatePassRenewalSeconds } from '../util/lifetimes.ts'
import { newSecretToken, tokenHash } from '../util/tokens.ts'
import type { CallLimit } from '../security/rateLimits.ts'
import { matchesLinkPassword, linkPasswordVersion } from '../security/linkPasswords.ts'
import { transactInFolder } from '../db/folders/folderQueue.ts'
import {
  requiredGates,
  type ReadFormField,
  gateStepsOfForm,
  areGatesOpen,
  allowedMailbox,
  gatesStillPassed,
} from './gateRules.ts'

/**
 * [Note: Gates of an upload link]
 *
 * A folder may require its link password, an e-mail address verified by a code, or both; a list of allowed addresses
 * restricts the latter. The gates that a browser has passed are stored in a `gate_pass` row, under the hash of a random
 * token that the browser has in an HttpOnly cookie for that link. It is not a signed cookie: a thief of a backup could
 * sign one, and send files under a verified address.
 *
 * A row only records what was passed. Every call decides anew whether that opens the folder in its current state: the
 * password must be the current one (by its mark), the address must be on the current list, and the last use of each
 * must be less than a day ago. Continuing or confirming an upload renews the pass, looking at the link does not. So
 * changes of a folder need not remove rows.
 *
 * Each pass gets a new token, so that nobody can have planted it, and includes the gates that the browser had passed
 * before. The older row is kept until it expires, as uploads of another tab may still use the older cookie.
 */

export async function findPassedGates(deps: EmailGateDeps, request: FastifyRequest, folder: FolderRow) {
  return gatesStillPassed(await findPass(deps, request, folder), folder, isoNow(deps))
}

/** Requires passed gates and renews the pass. Returns the verified address, if one is required. @throws HttpError 403 */
export async function requirePassedGates(deps: EmailGateDeps, reply: FastifyReply, folder: FolderRow) {
  const required = requiredGates(folder)
  const pass = await findPass(deps, reply.request, folder)
  const passed = gatesStillPassed(pass, folder, isoNow(deps))
  if (!areGatesOpen(required, passed)) throw forbidden(errorDetails.gateClosed)
  await renewPass(deps, reply, folder, pass)
  return required.email ? passed.email : null
}

/** Extends the pass, separately for each gate that the folder has, to a day from now. */
async function renewPass(
  deps: EmailGateDeps,
  reply: FastifyReply,
  folder: FolderRow,
  pass: GatePass | undefined,
): Promise<void> {
  const token = readGateCookie(deps, reply.request, folder)
  if (token === undefined) return
  const required = requiredGates(folder)
  const now = deps.now()
  const due = isoAfter(now, gatePassRenewalSeconds)
  const isDue = (until: string | null | undefined) => until != null && until < due
  if (!(required.password && isDue(pass?.password_until)) && !(required.email && isDue(pass?.email_until)))
    return
  const until = isoAfter(now, gatePassSeconds)
  for (const gate of ['password', 'email'] as const) {
    if (required[gate]) await renewGatePass(deps.db, tokenHash(token), gate, now.toISOString(), until)
  }
  setGateCookie(deps, reply, folder, token)
}

/** Same as `requirePassedGates`, for a form that can pass the gates itself. @throws HttpError 400, 401 or 403 */
export async function requireGatesByForm(
  deps: EmailGateDeps,
  reply: FastifyReply,
  folder: FolderRow,
  field: ReadFormField,
): Promise<string | null> {
  const required = requiredGates(folder)
  if (!required.password && !required.email) return null
  const { request } = reply
  const pass = await findPass(deps, request, folder)
  const passed = gatesStillPassed(pass, folder, isoNow(deps))
  const newlyPassed: NewlyPassed = {}
  for (const step of gateStepsOfForm(required, passed, field)) {
    if (step.gate === 'closed') throw forbidden(errorDetails.gateClosed)
    if (step.gate === 'password') {
      await requireUploadPassword(deps, request, folder, step.password)
      newlyPassed.password = true
    } else {
      newlyPassed.email = await requireGateCode(
        deps,
        request,
        emailGateOfFolder(folder),
        step.address,
        step.code,
      )
    }
  }
  if (Object.keys(newlyPassed).length > 0) {
    // A script that sends the password with each form needs no pass; beyond the allowance it gets none.
    if (await tryConsume(deps.limits.gatesPassed, request))
      await issueGatePass(deps, reply, folder, newlyPassed)
  } else await renewPass(deps, reply, folder, pass)
  return required.email ? (newlyPassed.email ?? passed.email) : null
}

async function tryConsume(limit: CallLimit, request: FastifyRequest): Promise<boolean> {
  try {
    await limit.consume(request)
    return true
  } catch (error) {
    if (isTooManyRequests(error)) return false
    throw error
  }
}

/** @throws HttpError 401 or 429 */
export async function requireUploadPassword(
  { auditBuffer, limits }: EmailGateDeps,
  request: FastifyRequest,
  folder: FolderRow,
  password: string,
): Promise<void> {
  const hash = folder.link_password_hash
  const isRight = await limits.linkPassword.attempt(
    request,
    folder.link_token,
    async () => hash !== null && matchesLinkPassword(hash, password, principalOf(request)),
  )
  if (!isRight) {
    auditBuffer.addFailure(callerActor(request), { kind: 'upload-password-failed', folderId: folder.id })
    throw unauthorized(errorDetails.badPassword)
  }
  await limits.linkPassword.forgive(request, folder.link_token)
}

export const emailGateOfFolder = (folder: FolderRow): EmailGate => ({
  folderId: folder.id,
  downloadToken: null,
  linkToken: folder.link_token,
  mailboxOf: (typed) => allowedMailbox(folder, typed),
  composeMail: (content) => uploadCodeMail({ ...content, title: folder.title }),
  failure: { kind: 'upload-code-failed', folderId: folder.id },
})

interface NewlyPassed {
  password?: true
  email?: string
}

/** Sets a cookie for the gates that the browser has just passed and those that it had passed before. @throws HttpError 404 */
export async function issueGatePass(
  deps: EmailGateDeps,
  reply: FastifyReply,
  folder: FolderRow,
  newlyPassed: NewlyPassed,
): Promise<void> {
  const { request } = reply
  const before = await findPass(deps, request, folder)
  const until = isoAfter(deps.now(), gatePassSeconds)
  const token = newSecretToken()
  const pass = {
    token_hash: tokenHash(token),
    folder_id: folder.id,
    password_mark: before?.password_mark ?? null,
    password_until: before?.password_until ?? null,
    email: before?.email ?? null,
    email_until: before?.email_until ?? null,
    ...(newlyPassed.password === true &&
      folder.link_password_hash !== null && {
        password_mark: linkPasswordVersion(folder.link_password_hash),
        password_until: until,
      }),
    ...(newlyPassed.email !== undefined && { email: newlyPassed.email, email_until: until }),
  }
  await transactInFolder(deps.db, folder.id, principalOf(request), (trx) => insertGatePass(trx, pass))
  setGateCookie(deps, reply, folder, token)
}

function setGateCookie(deps: EmailGateDeps, reply: FastifyReply, folder: FolderRow, token: string): void {
  setCookie(deps, reply, linkCookieName('gate', folder.link_token), token, { maxAge: gatePassSeconds })
}

const readGateCookie = (
  deps: EmailGateDeps,
  request: FastifyRequest,
  folder: FolderRow,
): string | undefined => readCookie(deps, request, linkCookieName('gate', folder.link_token))

async function findPass(deps: EmailGateDeps, request: FastifyRequest, folder: FolderRow) {
  const token = readGateCookie(deps, request, folder)
  return token === undefined ? undefined : findGatePass(deps.db, tokenHash(token), folder.id)
}
