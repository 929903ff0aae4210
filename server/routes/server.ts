import type { FastifyInstance } from 'fastify'
import { getApiDescription, getOwnSpace, getServerInfo } from '../../contract/schemas/server.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { currentUser } from '../http/plugins/sessions.ts'

/** Information about the server, and the OpenAPI document. */
export function serverRoutes(app: FastifyInstance, { mailer, room }: Context): void {
  registerCall(app, getServerInfo, { access: 'user' }, () => ({ sends_mail: mailer.sendsMail }))

  registerCall(app, getOwnSpace, { access: 'user' }, async (request) => {
    const { bytes, quotaBytes } = await room.ofAccount(currentUser(request).id)
    return { bytes, quota_bytes: quotaBytes }
  })

  let description: Promise<string> | undefined
  registerCall(app, getApiDescription, { access: 'public' }, async (_request, reply) => {
    // Generated on demand: most servers never need it.
    description ??= import('../openapi/document.ts').then(({ openApiDocument }) =>
      JSON.stringify(openApiDocument()),
    )
    return reply.type('application/json; charset=utf-8').send(await description)
  })
}
