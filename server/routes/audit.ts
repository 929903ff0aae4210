import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { listQueueOf } from '../http/streamJson.ts'
import { type AuditDetails, type AuditEvent, getAudit } from '../../contract/schemas/audit.ts'
import { auditPageSize } from '../../contract/limits.ts'
import { csvHeader, csvLine } from '../audit/csv.ts'
import { registerCall } from '../http/calls.ts'
import { validationError } from '../http/errors.ts'
import type { Context } from '../context.ts'
import { requireOwner } from '../db/folders/folderAccess.ts'
import {
  type EventFilter,
  findEventPosition,
  type EnqueueStatement,
  listEvents,
  ownedWhenDeleted,
} from '../db/audit.ts'
import type { AuditEventRow, Db } from '../db/schema.ts'
import { currentUser } from '../plugins/sessions.ts'

const rowsPerQuery = 500

export function auditRoutes(app: FastifyInstance, { auditDays, auditBuffer, db }: Context): void {
  registerCall(app, getAudit, { access: 'user', streams: true }, async (request, reply) => {
    const { limit, folder: folderId, kind: kinds, format, separator } = request.query
    const { id: userId } = currentUser(request)
    if (folderId !== undefined && !(await ownedWhenDeleted(db, folderId, userId)))
      await requireOwner(db, folderId, userId)
    await auditBuffer.flush()
    const before = await requirePosition(db, request.query.before, userId)
    const filter = { userId, before, folderId, kinds }
    if (format === 'csv') {
      void reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="sealpost-history.csv"')
      return reply.send(
        Readable.from(csvLines(db, filter, { limit: limit ?? Infinity, separator }, listQueueOf(request)), {
          objectMode: false,
        }),
      )
    }
    const size = limit ?? auditPageSize
    // One extra row shows if there are more.
    const rows = await listEvents(db, filter, size + 1, listQueueOf(request))
    const page = rows.slice(0, size)
    return {
      events: page.map(auditEventOf),
      next: rows.length > size ? (page.at(-1)?.id ?? null) : null,
      days: auditDays,
    }
  })
}

/** @throws HttpError 422 if this account's history has no such event */
async function requirePosition(db: Db, id: number | undefined, userId: number) {
  if (id === undefined) return undefined
  const position = await findEventPosition(db, id, userId)
  if (position === undefined) throw validationError(['query', 'before'], 'No line of this history.')
  return position
}

async function* csvLines(
  db: Db,
  filter: EventFilter,
  { limit, separator }: { limit: number; separator: Parameters<typeof csvHeader>[0] },
  enqueue: EnqueueStatement,
): AsyncGenerator<string> {
  yield csvHeader(separator)
  let { before } = filter
  for (let left = limit; left > 0; left -= rowsPerQuery) {
    const size = Math.min(left, rowsPerQuery)
    const rows = await listEvents(db, { ...filter, before }, size, enqueue)
    if (rows.length > 0) yield rows.map((row) => csvLine(auditEventOf(row), separator)).join('')
    if (rows.length < size) return
    before = rows.at(-1)
  }
}

const auditEventOf = (row: AuditEventRow): AuditEvent => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  by: row.by,
  actor: row.actor,
  api_token: row.api_token,
  address: row.address,
  folder: row.folder_id === null ? null : { id: row.folder_id, title: row.folder ?? '' },
  details: JSON.parse(row.details) as AuditDetails,
})
