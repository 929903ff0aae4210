import type { FastifyInstance } from 'fastify'
import { getApiDescription, getOwnSpace, getServerInfo } from '../../contract/schemas/server.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { administrator } from '../http/plugins/sessions.ts'

/** What administrators have to know of the server they work on, and programs of its calls. */
export function serverRoutes(app: FastifyInstance, { mailer, room }: Context): void {
  registerCall(app, 'administrator', getServerInfo, () => Promise.resolve({ sends_mail: mailer.sendsMail }))

  registerCall(app, 'administrator', getOwnSpace, async (request) => {
    const { bytes, quotaBytes } = await room.ofAccount(administrator(request).id)
    return { bytes, quota_bytes: quotaBytes }
  })

  let description: Promise<string> | undefined
  registerCall(app, 'public', getApiDescription, async (_request, reply) => {
    // Most servers are never asked.
    description ??= import('../openapi/document.ts').then(({ openApiDocument }) =>
      JSON.stringify(openApiDocument()),
    )
    return reply.type('application/json; charset=utf-8').send(await description)
  })
}
