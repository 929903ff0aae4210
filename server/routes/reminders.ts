import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { showReminderSwitch, switchOffReminders } from '../../contract/schemas/notices.ts'
import { anonymousActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { setWantsReminders } from '../db/accounts/users.ts'
import { transact } from '../db/transact.ts'
import { registerCall } from '../http/calls.ts'
import { notFound } from '../http/errors.ts'
import { readReminderToken } from '../notices/reminderToken.ts'

/**
 * [Note: Unsubscribing]
 *
 * Mail programs unsubscribe by a POST to the address in `List-Unsubscribe`, without a session (RFC 8058). Scanners of
 * mails follow links, so a GET of that address changes nothing, and leads to a page with a button.
 */
export function reminderRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, limits } = context

  registerCall(app, showReminderSwitch, { access: 'public' }, (request, reply) =>
    reply.redirect(`/reminders/${encodeURIComponent(request.params.token)}`, 303),
  )

  // The response is the same whatever the account's choice was, and if there is no account any more.
  registerCall(app, switchOffReminders, { access: 'public' }, async (request) => {
    await limits.reminderSwitches.consume(request)
    const userId = readReminderToken(context, request.params.token)
    if (userId === undefined) throw notFound(errorDetails.linkInvalid)
    await transact(db, async (trx) => {
      if (!(await setWantsReminders(trx, userId, 0))) return
      const event = { kind: 'profile-changed', accountId: userId } as const
      await audit.record(trx, anonymousActor(request), {
        ...event,
        details: { changed: ['wants_reminders'] },
      })
    })
  })
}
