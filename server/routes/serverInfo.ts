import type { FastifyInstance } from 'fastify'
import { getApiDescription, getOwnSpace, getServerInfo } from '../../contract/schemas/server.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { rulesInForce } from '../operatorRules.ts'
import { currentUser } from '../plugins/sessions.ts'

export function serverInfoRoutes(app: FastifyInstance, context: Context): void {
  const { db, mailer, storageLimits } = context

  registerCall(app, getServerInfo, { access: 'user' }, async () => {
    return { sends_mail: mailer.sendsMail, rules: await rulesInForce(context, db) }
  })

  registerCall(app, getOwnSpace, { access: 'user' }, async (request) => {
    const { bytes, quotaBytes } = await storageLimits.usageOfAccount(currentUser(request).id)
    return { bytes, quota_bytes: quotaBytes }
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
