import type { FastifyInstance } from 'fastify'
import { getApiDescription, getOwnSpace, getServerInfo } from '../../contract/schemas/server.ts'
import { countTrashedFolders } from '../db/folders/trashedFolders.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { rulesInForce } from '../operatorRules.ts'
import { trashStart } from '../retention/trashTimes.ts'
import { currentUser } from '../plugins/sessions.ts'

export function serverInfoRoutes(app: FastifyInstance, context: Context): void {
  const { db, mailer, storageLimits } = context

  registerCall(app, getServerInfo, { access: 'user' }, async () => {
    return { sends_mail: mailer.sendsMail, rules: await rulesInForce(context, db) }
  })

  registerCall(app, getOwnSpace, { access: 'user' }, async (request) => {
    const { id: userId } = currentUser(request)
    const { bytes, quotaBytes } = await storageLimits.usageOfAccount(userId)
    const trashed = await countTrashedFolders(db, userId, trashStart(context))
    return { bytes, quota_bytes: quotaBytes, ...(trashed > 0 && { trashed_folders: trashed }) }
  })

  let description: Promise<string> | undefined
  registerCall(app, getApiDescription, { access: 'public' }, async (_request, reply) => {
    // Generated on demand: most servers never need it.
    description ??= import('../openapi/openApiDocument.ts').then(({ openApiDocument }) =>
      JSON.stringify(openApiDocument()),
    )
    return reply.type('application/json; charset=utf-8').send(await description)
  })
}
