import type { FastifyInstance } from 'fastify'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import {
  createFolder,
  deleteFolder,
  folderPayload,
  getFolder,
  hideNames as hideNamesCall,
  listFolders,
  listTrashedFolders,
  restoreFolder,
  updateFolder,
  type Folder,
} from '../../contract/schemas/folders.ts'
import { idParams } from '../../contract/schemas/fields.ts'
import { KiB } from '../../contract/limits.ts'
import { defaultRetention, ruleBrokenByFolder } from '../../contract/operatorRules.ts'
import type { SenderField } from '../../contract/schemas/senderFields.ts'
import { readStatement } from '../../contract/roster.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { findRole, requireOwner, requireOwnerRole } from '../db/folders/folderAccess.ts'
import { recordDeletedFolderOwners } from '../db/audit.ts'
import { closeFolder } from '../db/folders/closedFolders.ts'
import { countFiles } from '../db/files/files.ts'
import { sumsOfFolders } from '../db/folders/folderSums.ts'
import {
  findTrashedMember,
  listTrashedFolders as listTrashedFolderRows,
  restoreFolder as restoreTrashedFolder,
  trashFolder,
} from '../db/folders/trashedFolders.ts'
import * as folders from '../db/folders/folders.ts'
import { setNotifyByEmail } from '../db/notices/notices.ts'
import { newestRosterStatement } from '../db/folders/rosters.ts'
import { toFlag } from '../db/flag.ts'
import type { Db, FolderRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { forbidden, invalidField, notFound } from '../http/errors.ts'
import { requireNoBrokenRule, toRuledFolder, rulesInForce } from '../operatorRules.ts'
import { trashStart, trashTimes } from '../retention/trashTimes.ts'
import { currentUser } from '../plugins/sessions.ts'
import { type Principal, principalOf } from '../http/principals.ts'
import { normalizeEmail } from '../security/emailCodes.ts'
import { newToken } from '../util/tokens.ts'
import { hashLinkPassword } from '../security/linkPasswords.ts'
import { requireWithinFolderLimit } from '../uploads/accountLimits.ts'
import { hideNames } from '../uploads/hideNames.ts'
import { createSharedFolder } from '../sharing/createSharedFolder.ts'
import { jsonArray, streamJson } from '../http/streamJson.ts'
import { paginateByBytes } from '../http/sendList.ts'

export function folderRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, downloadRecorder, housekeeping, limits, storageLimits, trashDays } = context

  async function requireFolder(id: number, userId: number): Promise<Folder> {
    await downloadRecorder.flush()
    const row = await folders.findFolder(db, id, userId)
    if (row === undefined) throw notFound(errorDetails.folderNotFound)
    return folderResponse(row, trashDays)
  }

  registerCall(app, listFolders, { access: 'user', streams: true }, async (request, reply) => {
    const { sort_by, sort_order } = request.query
    const { id: userId } = currentUser(request)
    await downloadRecorder.flush()
    const listed = await folders.listSortedFolders(db, userId, sort_by, sort_order)
    return streamJson(reply, jsonArray(folderPages(context, userId, listed)))
  })

  registerCall(app, getFolder, { access: 'user' }, async (request) => {
    return requireFolder(request.params.id, currentUser(request).id)
  })

  registerCall(app, createFolder, { access: 'user' }, async (request) => {
    const { body } = request
    const owner = currentUser(request)
    // API tokens must not manage members.
    if (body.roster !== undefined && request.signedIn?.session === null)
      throw forbidden(errorDetails.tokenNotTaken)
    if (body.roster !== undefined) await limits.rosterChanges.consume(request)
    const now = context.now()
    const folder = {
      title: body.title,
      description: emptyAsNull(body.description ?? null),
      creation_date: now.toISOString(),
      expiration_date: null,
      last_upload_time: null,
      perform_mime_check: toFlag(body.perform_mime_check),
      private_names: toFlag(body.private_names ?? false),
      link_token: newToken(),
      link_password_hash: null,
      require_email_verification: toFlag(false),
      allowed_emails: null,
      quota_bytes: body.quota_bytes ?? null,
      sender_fields: senderFieldsColumn(body.sender_fields ?? []),
      // 0 means no number of days, in which case a new folder uses the date.
      ...expiryChange(
        { ...body, expires_in_days: body.expires_in_days === 0 ? null : body.expires_in_days },
        now,
      ),
      ...(await passwordChange(body, principalOf(request))),
      ...emailGateChange(body),
    }
    const record = audit.recorder(callerActor(request))
    const insertFolder = async (trx: Db) => {
      const rules = await rulesInForce(context, trx)
      const { kind = 'request', retention_days = defaultRetention(rules, kind) } = body
      const isActive = toFlag(kind === 'request')
      const ruled = toRuledFolder({ ...folder, retention_days, is_active: isActive }, now.toISOString())
      requireNoBrokenRule(ruleBrokenByFolder(rules, ruled))
      const row = { ...folder, kind, retention_days, is_active: isActive }
      const id = await folders.insertFolder(trx, row, owner.id)
      if (body.notify_by_email === true) await setNotifyByEmail(trx, id, owner.id, 1)
      await requireWithinFolderLimit(trx, owner.id)
      await record(trx, { kind: 'folder-made', folderId: id })
      return id
    }
    const id =
      body.roster === undefined
        ? await transact(db, insertFolder)
        : await createSharedFolder(
            db,
            insertFolder,
            { change: body.roster, caller: owner, now: isoNow(context), record },
            body.title,
          )
    return requireFolder(id, owner.id)
  })

  app.register((scope) => {
    // Check access before the body: 404 for other people's folders, and validation errors for owners only.
    scope.addHook('preValidation', async (request) => {
      const params = idParams.safeParse(request.params)
      if (params.success) await requireOwner(db, params.data.id, currentUser(request).id)
    })
    registerCall(scope, updateFolder, { access: 'user' }, async (request) => {
      const { body } = request
      const { id } = request.params
      const caller = currentUser(request)
      const changes = {
        title: body.title,
        ...(body.description !== undefined && { description: emptyAsNull(body.description) }),
        ...(body.perform_mime_check !== undefined && { perform_mime_check: toFlag(body.perform_mime_check) }),
        ...(body.private_names !== undefined && { private_names: toFlag(body.private_names) }),
        ...(body.retention_days !== undefined && { retention_days: body.retention_days }),
        ...(body.quota_bytes !== undefined && { quota_bytes: body.quota_bytes }),
        ...(body.sender_fields !== undefined && { sender_fields: senderFieldsColumn(body.sender_fields) }),
        ...(body.is_active !== undefined && { is_active: toFlag(body.is_active) }),
        ...expiryChange(body, context.now()),
        ...(await passwordChange(body, principalOf(request))),
        ...emailGateChange(body),
      }
      const notify_by_email = body.notify_by_email === undefined ? undefined : toFlag(body.notify_by_email)
      await transact(db, async (trx) => {
        await folders.lockFolder(trx, id)
        await requireOwner(trx, id, caller.id)
        await requireSameTitle(trx, id, body.title)
        const before = assertDefined(await folders.findMemberFolder(trx, id, caller.id))
        if (before.kind === 'sent' && body.is_active === true)
          throw invalidField('is_active', errorDetails.sentFolder)
        const now = isoNow(context)
        const after = toRuledFolder({ ...before, ...changes }, now)
        requireNoBrokenRule(
          ruleBrokenByFolder(await rulesInForce(context, trx), after, toRuledFolder(before, now)),
        )
        await folders.updateFolder(trx, id, changes)
        if (notify_by_email !== undefined) await setNotifyByEmail(trx, id, caller.id, notify_by_email)
        const changed = changedSettings(before, { ...changes, notify_by_email })
        if (changed.length > 0)
          await audit.record(trx, callerActor(request), {
            kind: 'folder-changed',
            folderId: id,
            details: { changed },
          })
      })
      return requireFolder(id, caller.id)
    })
    registerCall(scope, hideNamesCall, { access: 'user' }, async (request) => {
      const { id: folderId } = request.params
      const { files } = request.body
      const { id: userId } = currentUser(request)
      const { response, changed } = await transact(db, async (trx) => {
        const result = await hideNames(trx, { folderId, userId, files, now: context.now() })
        const details = { files: result.changed }
        if (result.changed > 0)
          await audit.record(trx, callerActor(request), { kind: 'names-hidden', folderId, details })
        return result
      })
      if (changed > 0) housekeeping.eraseFormerContent()
      return response
    })
  })

  registerCall(app, deleteFolder, { access: 'user' }, async (request) => {
    const { id } = request.params
    const caller = currentUser(request)
    const erases = trashDays === 0 || request.query.now !== undefined
    await transact(db, async (trx) => {
      // Concurrent uploads then find no folder.
      await folders.lockFolder(trx, id)
      const isTrashed = erases && (await findTrashedMember(trx, id, caller.id))?.role === 'owner'
      if (!isTrashed) await requireOwner(trx, id, caller.id)
      const files = await countFiles(trx, id)
      await audit.record(trx, callerActor(request), {
        kind: 'folder-deleted',
        folderId: id,
        details: { files },
      })
      await recordDeletedFolderOwners(
        trx,
        id,
        isoNow(context),
        isTrashed ? 'trashed_member' : 'folder_member',
      )
      await (erases ? closeFolder(trx, id) : trashFolder(trx, id, isoNow(context)))
    })
    if (erases) housekeeping.removeClosedFolders()
  })

  registerCall(app, listTrashedFolders, { access: 'user' }, async (request) => {
    const rows = await listTrashedFolderRows(db, currentUser(request).id, trashStart(context))
    const sums = await sumsOfFolders(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, title, trashed_at }) => {
      const { file_count = 0, total_size = 0 } = sums.get(id) ?? {}
      return { id, title, file_count, total_size, ...trashTimes(context, trashed_at) }
    })
  })

  registerCall(app, restoreFolder, { access: 'user' }, async (request) => {
    const { id } = request.params
    const { id: userId } = currentUser(request)
    await limits.restorations.consume(userId)
    await transact(db, async (trx) => {
      await folders.lockFolder(trx, id)
      // A repeated call finds it restored.
      const trashed = await findTrashedMember(trx, id, userId, trashStart(context))
      requireOwnerRole(trashed?.role ?? (await findRole(trx, id, userId)))
      if (trashed === undefined) return
      await restoreTrashedFolder(trx, id)
      await storageLimits.requireRoomToRestore(trx, id, [trashed.trashed_at])
      await audit.record(trx, callerActor(request), { kind: 'folder-restored', folderId: id, details: {} })
    })
    return requireFolder(id, userId)
  })
}

/** Amount of folder texts that are read and sent at a time. A longer text is sent alone. */
const folderPageBytes = 128 * KiB

/** Folders in the given order, in pages of limited size. Folders that were deleted meanwhile are omitted. */
async function* folderPages(
  { db, trashDays }: Pick<Context, 'db' | 'trashDays'>,
  userId: number,
  listed: readonly folders.SortedFolder[],
) {
  for (const page of paginateByBytes(listed, folderPageBytes, ({ bytes }) => bytes)) {
    const ids = page.map(({ id }) => id)
    const rows = await folders.findFolders(db, ids, userId)
    if (rows.length > 0) yield listFolders.response.parse(rows.map((row) => folderResponse(row, trashDays)))
  }
}

/** Members sign the title of a shared folder in statements. @throws HttpError 422 */
async function requireSameTitle(trx: Db, id: number, title: string): Promise<void> {
  const newest = await newestRosterStatement(trx, id)
  if (newest !== undefined && readStatement(newest.statement)?.title !== title)
    throw invalidField('title', errorDetails.sharedTitle)
}

/** Settings whose changes are recorded by name, without values. */
const recordedSettings = [
  ...([
    'title',
    'description',
    'expiration_date',
    'is_active',
    'perform_mime_check',
    'private_names',
    'retention_days',
  ] as const),
  ...(['link_password_hash', 'require_email_verification', 'allowed_emails'] as const),
  ...(['quota_bytes', 'notify_by_email', 'sender_fields'] as const),
] as const
type RecordedSettings = Pick<folders.MemberFolder, (typeof recordedSettings)[number]>

/** Undefined fields are unchanged. */
function changedSettings(
  before: RecordedSettings,
  changes: { [Name in keyof RecordedSettings]?: RecordedSettings[Name] | undefined },
): string[] {
  return recordedSettings
    .filter((name) => changes[name] !== undefined && changes[name] !== before[name])
    .map((name) => (name === 'link_password_hash' ? 'link_password' : name))
}

const senderFieldsColumn = (fields: readonly SenderField[]): string | null =>
  fields.length === 0 ? null : JSON.stringify(fields)

const emptyAsNull = (text: string | null): string | null => (text === '' ? null : text)

const dayMs = 24 * 3600 * 1000

/** Days take precedence over a date. If they are invalid, neither changes anything: the client meant days. */
function expiryChange(
  body: { expires_in_days?: unknown; expiration_date?: string | null | undefined },
  now: Date,
): Partial<Pick<FolderRow, 'expiration_date'>> {
  const sentDays = body.expires_in_days
  if (sentDays !== undefined && sentDays !== null && sentDays !== '') {
    // Form fields are text.
    const days = folderPayload.shape.expires_in_days.safeParse(
      typeof sentDays === 'string' && /^[0-9]+$/.test(sentDays) ? Number(sentDays) : sentDays,
    )
    if (!days.data) return {}
    return { expiration_date: new Date(now.getTime() + days.data * dayMs).toISOString() }
  }
  if (body.expiration_date === undefined) return {}
  return {
    expiration_date: body.expiration_date === null ? null : new Date(body.expiration_date).toISOString(),
  }
}

/** Undefined keeps the password, '' removes it, other text sets it. */
async function passwordChange(
  { link_password }: { link_password?: string | undefined },
  principal: Principal,
): Promise<Partial<Pick<FolderRow, 'link_password_hash'>>> {
  if (link_password === undefined) return {}
  return {
    link_password_hash: link_password === '' ? null : await hashLinkPassword(link_password, principal),
  }
}

/** Setting a list enables verification. Disabling that keeps the list; null or an empty list clears it. */
function emailGateChange(body: {
  require_email_verification?: boolean | undefined
  allowed_emails?: string[] | null | undefined
}) {
  const { require_email_verification: verify, allowed_emails: list } = body
  if (list?.length) {
    const distinct = new Map(list.map((address) => [normalizeEmail(address), address]))
    return {
      require_email_verification: toFlag(true),
      allowed_emails: JSON.stringify([...distinct.values()]),
    }
  }
  return {
    ...(verify !== undefined && { require_email_verification: toFlag(verify) }),
    ...(list !== undefined && { allowed_emails: null }),
  }
}

const folderResponse = (row: folders.FolderSummary, trashDays: number): Folder => ({
  id: row.id,
  ...(row.kind !== 'request' && { kind: row.kind }),
  title: row.title,
  description: row.description,
  creation_date: row.creation_date,
  expiration_date: row.expiration_date,
  last_upload_time: row.last_upload_time,
  is_active: row.is_active === 1,
  has_password: row.link_password_hash !== null,
  require_email_verification: row.require_email_verification === 1,
  allowed_emails: folders.allowedEmails(row),
  perform_mime_check: row.perform_mime_check === 1,
  ...(row.private_names === 1 && { private_names: true }),
  ...(row.retention_days !== null && { retention_days: row.retention_days }),
  notify_by_email: row.notify_by_email === 1,
  sender_fields: folders.senderFieldsOf(row),
  link_token: row.link_token,
  has_undownloaded_files: row.undownloaded_count > 0,
  undownloaded_count: row.undownloaded_count,
  file_count: row.file_count,
  total_size: row.total_size,
  quota_bytes: row.quota_bytes,
  stored_bytes: row.stored_bytes,
  ...(trashDays > 0 &&
    row.several?.role !== 'member' && { trash: { days: trashDays, files: row.trashed_count } }),
  several: row.several,
})
