import type { FastifyInstance } from 'fastify'
import { getOwnSpace, getServerInfo } from '../../contract/server.ts'
import { registerCall } from '../calls.ts'
import type { Context } from '../context.ts'
import { administrator } from '../plugins/sessions.ts'

/** What administrators have to know of the server they work on. */
export function serverRoutes(app: FastifyInstance, { mailer, room }: Context): void {
  registerCall(app, 'administrator', getServerInfo, () => Promise.resolve({ sends_mail: mailer.sendsMail }))

  registerCall(app, 'administrator', getOwnSpace, async (request) => {
    const { bytes, quotaBytes } = await room.ofAccount(administrator(request).id)
    return { bytes, quota_bytes: quotaBytes }
  })
}
