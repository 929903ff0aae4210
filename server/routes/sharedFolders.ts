import type { FastifyInstance } from 'fastify'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import { idParams } from '../../contract/schemas/fields.ts'
import { maxRosterRequestBytes } from '../../contract/limits.ts'
import type { Role } from '../../contract/roster.ts'
import {
  announceLeaving,
  changeRoster,
  copyFiles,
  findPerson,
  getContacts,
  getRoster,
  setContacts,
  withdrawLeaving,
} from '../../contract/schemas/sharing.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { requireMember } from '../db/folders/folderAccess.ts'
import { findContacts, putContacts } from '../db/accounts/contacts.ts'
import { lockFolder } from '../db/folders/folders.ts'
import { hasOtherOwner } from '../db/folders/owners.ts'
import * as rosters from '../db/folders/rosters.ts'
import type { Db } from '../db/schema.ts'
import { transactReadOnly, transact } from '../db/transact.ts'
import { findPersonByName, listPeople } from '../db/accounts/users.ts'
import { conflict, notFound } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import { fingerprint } from '../security/publicKeys.ts'
import { copyFilesIntoFolder } from '../sharing/copyFilesIntoFolder.ts'
import { appendRosterStatements, proveChange, requireMemberOrJustLeft } from '../sharing/rosterChange.ts'
import { rosterPieces } from '../sharing/rosterResponse.ts'
import { streamJson } from '../http/streamJson.ts'

/** Members of shared folders, their keys, statements and copies of files. */
export function sharedFolderRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, limits } = context

  registerCall(app, findPerson, { access: 'user' }, async (request) => {
    await limits.personQueries.consume(request)
    const { username, fingerprint: searched } = request.query
    const person =
      username === undefined
        ? (await listPeople(db)).find(({ public_key_spki }) => fingerprint(public_key_spki) === searched)
        : await findPersonByName(db, username)
    if (person === undefined) throw notFound(errorDetails.personUnknown)
    return person
  })

  registerCall(app, getContacts, { access: 'user' }, async (request) => {
    return (await findContacts(db, currentUser(request).id)) ?? { n: 0, sealed: null }
  })

  registerCall(app, setContacts, { access: 'user' }, async (request) => {
    if (!(await putContacts(db, currentUser(request).id, request.body)))
      throw conflict(errorDetails.contactsMoved)
  })

  registerCall(app, getRoster, { access: 'user', streams: true }, async (request, reply) => {
    const folderId = request.params.id
    const { id: userId } = currentUser(request)
    const readState = () =>
      transactReadOnly(db, async (trx) => {
        await requireShared(trx, folderId, userId)
        return {
          ...{ folderId, userId },
          newest: assertDefined(await rosters.newestRosterStatement(trx, folderId)).seq,
          generation: await rosters.newestGenerationNumber(trx, folderId),
          leaving: await rosters.listLeavingMembers(trx, folderId),
        }
      })
    return streamJson(reply, await rosterPieces(db, readState))
  })

  app.register((scope) => {
    // Check access before the body.
    scope.addHook('preValidation', async (request) => {
      const params = idParams.safeParse(request.params)
      if (params.success) await requireMemberOrJustLeft(db, params.data.id, currentUser(request).id)
    })
    registerCall(
      scope,
      changeRoster,
      { access: 'user', bodyLimit: maxRosterRequestBytes },
      async (request) => {
        await limits.rosterChanges.consume(request)
        const next = { folderId: request.params.id, change: request.body, caller: currentUser(request) }
        const rosterRequest = {
          ...next,
          proof: await proveChange(db, next),
          now: isoNow(context),
          record: audit.recorder(callerActor(request)),
        }
        await transact(db, (trx) => appendRosterStatements(trx, context.storageLimits, [rosterRequest]))
      },
    )
  })

  registerCall(app, copyFiles, { access: 'user' }, async (request) => {
    const { params, body } = request
    const userId = currentUser(request).id
    await copyFilesIntoFolder(context, request, { folderId: params.id, userId, body })
    return { copied: body.files.length }
  })

  registerCall(app, announceLeaving, { access: 'user' }, async (request) => {
    const { id } = request.params
    const user = currentUser(request)
    await transact(db, async (trx) => {
      await lockFolder(trx, id)
      const role = await requireShared(trx, id, user.id)
      if (role === 'owner' && !(await hasOtherOwner(trx, id, user.id))) throw conflict(errorDetails.lastOwner)
      if (!(await rosters.putLeaveNotice(trx, id, user.id, isoNow(context)))) return
      const details = { name: user.username }
      await audit.record(trx, callerActor(request), { kind: 'leaving', folderId: id, details })
    })
  })

  registerCall(app, withdrawLeaving, { access: 'user' }, async (request) => {
    const { id } = request.params
    const user = currentUser(request)
    await requireShared(db, id, user.id)
    await transact(db, async (trx) => {
      if (!(await rosters.deleteLeaveNotice(trx, id, user.id))) return
      const details = { name: user.username }
      await audit.record(trx, callerActor(request), { kind: 'staying', folderId: id, details })
    })
  })
}

/** The caller's role in a shared folder. @throws HttpError 404, 409 for a folder that is not shared */
async function requireShared(db: Db, folderId: number, userId: number): Promise<Role> {
  const role = await requireMember(db, folderId, userId)
  if ((await rosters.findRosterId(db, folderId)) === undefined) throw conflict(errorDetails.notShared)
  return role
}
