import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import {
  badWebhookAddress,
  deleteWebhook,
  getWebhook,
  replaceWebhookSecret,
  setFolderMail,
  setWebhook,
  testWebhook,
  type Webhook,
  webhookAddress,
} from '../../contract/schemas/notices.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { requireMember, requireOwner } from '../db/folders/folderAccess.ts'
import { lockFolder } from '../db/folders/folders.ts'
import { countWaitingForWebhook, setNotifyByEmail } from '../db/notices/notices.ts'
import { toFlag } from '../db/flag.ts'
import type { Db, WebhookRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { lockUser } from '../db/accounts/users.ts'
import * as webhooks from '../db/notices/webhooks.ts'
import { invalidField, notFound, unauthorized } from '../http/errors.ts'
import { postWebhook } from '../notices/sendWebhooks.ts'
import { newWebhookSecret, testWebhookBody } from '../notices/webhookMessage.ts'
import { currentUser } from '../plugins/sessions.ts'
import { newToken } from '../util/tokens.ts'

export function noticeRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, limits, webhookClient } = context

  registerCall(app, setFolderMail, { access: 'user' }, async (request) => {
    const { id } = request.params
    const { id: userId } = currentUser(request)
    await transact(db, async (trx) => {
      await lockFolder(trx, id)
      await requireMember(trx, id, userId)
      const { notify_by_email } = request.body
      await setNotifyByEmail(trx, id, userId, toFlag(notify_by_email))
      const kind = notify_by_email ? 'mails-on' : 'mails-off'
      await audit.record(trx, callerActor(request), { kind, folderId: id })
    })
  })

  registerCall(app, getWebhook, { access: 'user' }, async (request) => {
    const { id } = request.params
    await requireOwner(db, id, currentUser(request).id)
    const row = await webhooks.findWebhook(db, id)
    return { webhook: row === undefined ? null : await webhookResponse(db, row) }
  })

  registerCall(app, setWebhook, { access: 'user' }, async (request) => {
    const { id } = request.params
    const { id: userId } = currentUser(request)
    await requireOwner(db, id, userId)
    const url = webhookAddress(request.body.url)
    if (url === null) throw invalidField('url', badWebhookAddress)
    if (!webhookClient.isAllowedUrl(url)) throw invalidField('url', errorDetails.webhookAddressClosed)
    return transact(db, async (trx) => {
      // Disabled meanwhile: disabling ends subscriptions, so none may be added afterwards.
      if ((await lockUser(trx, userId)).is_active !== 1) throw unauthorized(errorDetails.sessionExpired)
      await lockFolder(trx, id)
      await requireOwner(trx, id, userId)
      const before = await webhooks.findWebhook(trx, id)
      // A new URL gets a new secret, because the former receiver knows the old one.
      const secret = before?.url === url ? null : newWebhookSecret()
      if (secret !== null) {
        await webhooks.putWebhook(trx, id, { url, secret, secret_made_at: isoNow(context), user_id: userId })
        await audit.record(trx, callerActor(request), { kind: 'webhook-set', folderId: id })
      }
      return { webhook: await webhookResponse(trx, await requireWebhook(trx, id)), secret }
    })
  })

  registerCall(app, replaceWebhookSecret, { access: 'user' }, async (request) => {
    const { id } = request.params
    const { id: userId } = currentUser(request)
    return transact(db, async (trx) => {
      await lockFolder(trx, id)
      await requireOwner(trx, id, userId)
      const { url, user_id } = await requireWebhook(trx, id)
      const secret = newWebhookSecret()
      await webhooks.putWebhook(trx, id, { url, secret, secret_made_at: isoNow(context), user_id })
      await audit.record(trx, callerActor(request), { kind: 'webhook-secret-replaced', folderId: id })
      return { webhook: await webhookResponse(trx, await requireWebhook(trx, id)), secret }
    })
  })

  registerCall(app, testWebhook, { access: 'user' }, async (request) => {
    const { id } = request.params
    await requireOwner(db, id, currentUser(request).id)
    const webhook = await requireWebhook(db, id)
    await limits.webhookTests.consume(request)
    const notice = { body: testWebhookBody(id, isoNow(context)), id: newToken() }
    return { outcome: await postWebhook(context, webhook, notice, new AbortController().signal) }
  })

  registerCall(app, deleteWebhook, { access: 'user' }, async (request) => {
    const { id } = request.params
    const { id: userId } = currentUser(request)
    await transact(db, async (trx) => {
      await lockFolder(trx, id)
      await requireOwner(trx, id, userId)
      if (!(await webhooks.deleteWebhook(trx, id))) return
      await audit.record(trx, callerActor(request), { kind: 'webhook-removed', folderId: id })
    })
  })
}

/** @throws HttpError 404 */
async function requireWebhook(db: Db, folderId: number): Promise<WebhookRow> {
  const row = await webhooks.findWebhook(db, folderId)
  if (row === undefined) throw notFound(errorDetails.webhookMissing)
  return row
}

async function webhookResponse(db: Db, row: WebhookRow): Promise<Webhook> {
  const { url, secret_made_at, last_at: at, last_how: how, last_status: status } = row
  const last = at === null || how === null ? null : { at, how, status }
  return { url, secret_made_at, last, waiting: await countWaitingForWebhook(db, row.folder_id) }
}
