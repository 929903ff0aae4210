import type { FastifyInstance } from 'fastify'
import { getServerInfo } from '../../contract/server.ts'
import { registerCall } from '../calls.ts'
import type { Context } from '../context.ts'

/** What administrators have to know of the server they work on. */
export function serverRoutes(app: FastifyInstance, { mailer }: Context): void {
  registerCall(app, 'administrator', getServerInfo, () => Promise.resolve({ sends_mail: mailer.sendsMail }))
}
