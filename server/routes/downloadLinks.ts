import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createDownloadLink,
  deleteDownloadLink,
  getDownloadLink,
  getSealedLink,
  listDownloadLinks,
  listSentLinks,
  type ResealedLink,
  updateDownloadLink,
} from '../../contract/schemas/downloads.ts'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import { errorDetails } from '../../contract/errors.ts'
import { maxLinkRequestBytes } from '../../contract/limits.ts'
import { ruleBrokenByLink, ruleBrokenByLinkChange } from '../../contract/operatorRules.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor, type NewAuditEvent, tokenPrefix } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { requireMember } from '../db/folders/folderAccess.ts'
import * as links from '../db/links/downloadLinks.ts'
import { endSomeLinks } from '../db/links/endedLinks.ts'
import { peopleOfLink, setLinkPeople } from '../db/links/linkPeople.ts'
import { lockFoldersOfFiles, type FolderOfFile, foldersOfFiles } from '../db/files/files.ts'
import { lockFolder } from '../db/folders/folders.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { streamFolderLinks, streamLink, streamSentLinks } from '../downloads/folderLinks.ts'
import { parseLinkExpiration } from '../downloads/downloadLink.ts'
import { splitKeyStrings } from '../downloads/keyStrings.ts'
import { changedFileIds, isRepeatedRequest, parseLinkBox } from '../downloads/linkBox.ts'
import { requireRoomOfMaker, requireWithinLinkLimit } from '../downloads/linkLimit.ts'
import { hashNewLinkPassword } from '../downloads/linkPassword.ts'
import { namedMailboxes } from '../downloads/namedPeople.ts'
import { conflict, forbidden, invalidField, notFound } from '../http/errors.ts'
import { originOf } from '../plugins/origin.ts'
import { currentUser } from '../plugins/sessions.ts'
import { requireNoBrokenRule, rulesInForce } from '../operatorRules.ts'
import { normalizeEmail } from '../security/emailCodes.ts'
import { principalOf } from '../http/principals.ts'
import { newToken } from '../util/tokens.ts'
import { streamJson } from '../http/streamJson.ts'

export function downloadLinkRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, downloadRecorder, housekeeping } = context

  registerCall(
    app,
    createDownloadLink,
    { access: 'user', bodyLimit: maxLinkRequestBytes },
    async (request) => {
      const { body } = request
      const creator = currentUser(request)
      const fileIds = [...new Set(body.file_ids)]
      if (fileIds.length < body.file_ids.length) throw invalidField('file_ids', 'A file is named twice.')
      const expiration_date = parseLinkExpiration(body.expiration_date, context.now())
      const isProtected = body.password !== null
      const keys = splitKeyStrings(body.reencrypted_keys_json, fileIds, isProtected)
      const box = parseLinkBox(body, fileIds)
      const link_token = body.link_token ?? newToken()
      // Before hashing the password. A repeated request is accepted even if its files have been deleted
      // since.
      const isMadeAlready = (await links.findAccessibleLink(db, link_token, creator.id)) !== undefined
      if (!isMadeAlready) {
        singleFolderOf(await foldersOfFiles(db, fileIds, creator.id), fileIds)
        const link = {
          hasPassword: isProtected,
          expiration: dateOf(expiration_date),
          maxDownloads: body.max_downloads ?? null,
          addresses: body.allowed_emails ?? null,
        }
        requireNoBrokenRule(ruleBrokenByLink(await rulesInForce(context, db), link, context.now()))
      }
      const principal = principalOf(request)
      const people = body.allowed_emails ? namedMailboxes(context, body.allowed_emails, isMadeAlready) : null
      const password = await hashNewLinkPassword(body.password, body.password_kdf ?? null, context, principal)
      const isMade = await transact(db, async (trx) => {
        if (!(await links.markLinkTokenUsed(trx, link_token))) return false
        const link = {
          folder_id: singleFolderOf(await lockFoldersOfFiles(trx, fileIds, creator.id), fileIds),
          creator_id: creator.id,
          link_token,
          creation_date: isoNow(context),
          expiration_date,
          max_downloads: body.max_downloads ?? null,
          title: body.title ?? null,
          message: body.message ?? null,
          ...password,
          sealed_master: keys.sealedMaster,
        }
        const id = await links.insertLink(trx, link, keys.sealedKeys, box)
        if (people !== null) await setLinkPeople(trx, id, people)
        await requireWithinLinkLimit(trx, creator.id, isoNow(context))
        await audit.record(trx, callerActor(request), {
          kind: 'link-made',
          folderId: link.folder_id,
          details: {
            ...{ link: tokenPrefix(link_token), files: fileIds.length },
            ...(people !== null && { people: people.size }),
          },
        })
        return true
      })
      housekeeping.removeEndedLinks()
      if (!isMade) {
        const earlier = await links.findAccessibleLink(db, link_token, creator.id)
        if (earlier?.creator_id !== creator.id || !(await isRepeatedRequest(body, box, earlier, principal)))
          throw conflict(errorDetails.linkTokenUsed)
      }
      const full_url = `${originOf(context, request)}/download/${link_token}`
      return { full_url, has_password: isProtected, link_token }
    },
  )

  registerCall(app, listDownloadLinks, { access: 'user', streams: true }, async (request, reply) => {
    const folderId = request.params.id
    const { id } = currentUser(request)
    await requireMember(db, folderId, id)
    await downloadRecorder.flush()
    const at = { now: isoNow(context), state: request.query.state }
    return streamJson(reply, streamFolderLinks(db, folderId, at, id))
  })

  registerCall(app, listSentLinks, { access: 'user', streams: true }, async (request, reply) => {
    const [folderId = 0, id = 0] = (request.query.after ?? '0-0').split('-').map(Number)
    await downloadRecorder.flush()
    return streamJson(reply, streamSentLinks(db, currentUser(request).id, { folderId, id }))
  })

  registerCall(app, getDownloadLink, { access: 'user', streams: true }, async (request, reply) => {
    const { id } = currentUser(request)
    await downloadRecorder.flush()
    const link = await links.findAccessibleRow(db, request.params.id, id)
    if (link === undefined) throw notFound(errorDetails.downloadLinkNotFound)
    return streamJson(reply, streamLink(db, link, id))
  })

  registerCall(app, getSealedLink, { access: 'user' }, async (request) => {
    const link = await links.findAccessibleLink(db, request.params.id, currentUser(request).id)
    if (link === undefined) throw notFound(errorDetails.downloadLinkNotFound)
    const { folder_id: folderId, sealed_link, file_commitments } = link
    // Recorded before the response, so that no link can be read unnoticed.
    await context.limits.changes.consume(currentUser(request).id)
    const kind = request.query.for === 'change' ? 'link-read' : 'link-copied'
    const details = { link: tokenPrefix(request.params.id) }
    await audit.record(db, callerActor(request), { kind, folderId, details })
    return { sealed_link, file_commitments }
  })

  const updateOptions = { access: 'user', bodyLimit: maxLinkRequestBytes } as const
  registerCall(app, updateDownloadLink, updateOptions, async (request) => {
    const { allowed_emails, resealed, ...changes } = request.body
    const { expiration_date, max_downloads } = changes
    if (expiration_date !== undefined)
      changes.expiration_date = parseLinkExpiration(expiration_date, context.now())
    const newPassword = resealed?.new_password
    const password = newPassword === undefined ? undefined : await hashChangedPassword(request, newPassword)
    const changed = Object.keys(request.body).filter((name) => name !== 'resealed')
    if (password) changed.push('password')
    if (resealed?.link_token !== undefined) changed.push('address')
    if (resealed?.file_commitments !== undefined) changed.push('files')
    await changeLink(request, { kind: 'link-changed', details: { changed } }, async (trx, link) => {
      const before = {
        hasPassword: link.password_hash !== null,
        expiration: dateOf(link.expiration_date),
        maxDownloads: link.max_downloads,
        addresses: await addressesOf(trx, link),
      }
      const after = {
        ...before,
        ...(expiration_date !== undefined && { expiration: dateOf(expiration_date) }),
        ...(max_downloads !== undefined && { maxDownloads: max_downloads }),
        ...(allowed_emails !== undefined && { addresses: allowed_emails }),
        ...(newPassword !== undefined && { hasPassword: newPassword !== null }),
      }
      const rules = await rulesInForce(context, trx)
      requireNoBrokenRule(ruleBrokenByLinkChange(rules, after, before, context.now()))
      const maker = link.creator_id !== null && {
        makerId: link.creator_id,
        isByMaker: link.creator_id === currentUser(request).id,
      }
      // A sweep may have ended it since, as it takes no lock of a folder.
      if (!(await links.updateLink(trx, link.id, { ...changes, ...password })))
        throw notFound(errorDetails.downloadLinkNotFound)
      if (resealed && (await reseal(trx, link, resealed, currentUser(request).id)) > 0) {
        requireNoBrokenRule(ruleBrokenByLink(rules, after, context.now()))
        if (maker) await requireRoomOfMaker(trx, 'files', maker, isoNow(context))
      }
      if (allowed_emails === undefined) return {}
      const people = namedMailboxes(context, allowed_emails, link.requires_email === 1)
      await setLinkPeople(trx, link.id, people)
      const earlier = new Set((before.addresses ?? []).map(normalizeEmail))
      if (people.size > earlier.size && maker) await requireRoomOfMaker(trx, 'people', maker, isoNow(context))
      const added = [...people.keys()].filter((email) => !earlier.has(email)).length
      return { people_added: added, people_removed: earlier.size + added - people.size }
    })
  })

  registerCall(app, deleteDownloadLink, { access: 'user' }, async (request) => {
    await changeLink(request, { kind: 'link-deleted' }, async (trx, { id }) => {
      await endSomeLinks(trx, [id], isoNow(context))
      return {}
    })
  })

  /** Hashes the new password of a link that the caller may change; null for none. @throws HttpError 404, 422, 503 */
  async function hashChangedPassword(
    request: FastifyRequest & { params: { id: string } },
    newPassword: NonNullable<ResealedLink['new_password']> | null,
  ) {
    await requireChangeable(db, request)
    const { password = null, password_kdf = null, sealed_master = null } = newPassword ?? {}
    return {
      ...(await hashNewLinkPassword(password, password_kdf, context, principalOf(request))),
      sealed_master,
    }
  }

  /** Changes a link for an owner or its creator. @param change returns details for the history @throws HttpError 404, 403 */
  async function changeLink(
    request: FastifyRequest & { params: { id: string } },
    { kind, details }: Pick<NewAuditEvent, 'kind' | 'details'>,
    change: (trx: Db, link: links.LinkAccess) => Promise<AuditDetails>,
  ): Promise<void> {
    await transact(db, async (trx) => {
      await lockFolder(trx, (await requireChangeable(trx, request)).folder_id)
      const link = await requireChangeable(trx, request)
      const addedDetails = await change(trx, link)
      await audit.record(trx, callerActor(request), {
        ...{ kind, folderId: link.folder_id },
        details: { link: tokenPrefix(link.link_token), ...details, ...addedDetails },
      })
    })
    housekeeping.removeEndedLinks()
  }
}

/** The link of a request by an owner or its creator. @throws HttpError 404, 403 */
async function requireChangeable(
  db: Db,
  request: FastifyRequest & { params: { id: string } },
): Promise<links.LinkAccess> {
  const { id } = request.params
  // A token has 22 characters, so it never parses as an id.
  const idOrToken = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : id
  const user = currentUser(request)
  const link = await links.findLinkAccess(db, idOrToken, user.id)
  if (link === undefined) throw notFound(errorDetails.downloadLinkNotFound)
  if (link.role !== 'owner' && link.creator_id !== user.id) throw forbidden(errorDetails.ownersOnly)
  return link
}

/**
 * Replaces what the maker of a link has sealed, if it is still what they read: each sealing has a salt of its own, so its
 * bytes are the revision of the link. Run it with the folder locked.
 * @returns the number of files that were added
 * @throws HttpError 404, 409, 422
 */
async function reseal(
  trx: Db,
  { id, folder_id, password_hash }: links.LinkAccess,
  { replaces, sealed_link, file_commitments, added_keys_json = '{}', new_password, link_token }: ResealedLink,
  userId: number,
): Promise<number> {
  const box = await links.findLinkBox(trx, id)
  if (box?.sealed_link !== replaces) throw conflict(errorDetails.linkChanged)
  // An address without a password has the keys, and would go on opening the link.
  const needsAddress = new_password !== undefined && (new_password === null) !== (password_hash === null)
  if (needsAddress !== (link_token !== undefined))
    throw invalidField(
      'link_token',
      'A link gets a new address if it gets or loses its password, and only then.',
    )
  if (link_token !== undefined) {
    if (!(await links.markLinkTokenUsed(trx, link_token))) throw conflict(errorDetails.linkTokenUsed)
    await links.updateLink(trx, id, { link_token })
  }
  const { removed, added } = changedFileIds(box.file_commitments, file_commitments ?? box.file_commitments)
  const { sealedKeys } = splitKeyStrings(added_keys_json, added, false)
  const isHere =
    added.length === 0 || singleFolderOf(await foldersOfFiles(trx, added, userId), added) === folder_id
  if (!isHere) throw invalidField('file_commitments', 'All files of a link must be in the same folder.')
  await links.updateLinkBox(trx, id, {
    sealed_link,
    file_commitments: file_commitments ?? box.file_commitments,
  })
  await links.addFilesToLink(trx, id, sealedKeys)
  if ((await links.removeFilesOfLink(trx, id, removed)) === 0)
    throw invalidField('file_commitments', errorDetails.lastFileOfLink)
  return added.length
}

const dateOf = (expiration: string | null): Date | null => (expiration === null ? null : new Date(expiration))

/** Addresses of the people who may use a link; null for anybody with the link. */
async function addressesOf(trx: Db, { id, requires_email }: links.LinkAccess): Promise<string[] | null> {
  return requires_email === 0 ? null : (await peopleOfLink(trx, id)).map(({ mailbox }) => mailbox)
}

/** The single folder of all files. @throws HttpError 404 if `byFile` lacks one, 422 if they are in several */
function singleFolderOf(byFile: ReadonlyMap<number, FolderOfFile>, fileIds: readonly number[]): number {
  const [folder, ...others] = new Set([...byFile.values()].map(({ folderId }) => folderId))
  if (folder === undefined || byFile.size < fileIds.length) throw notFound(errorDetails.fileNotFound)
  if (others.length > 0) throw invalidField('file_ids', 'All files of a link must be in the same folder.')
  return folder
}
