import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  deleteLogo,
  getLook,
  type LookSettings,
  resetLook,
  setLogo,
  setLook,
} from '../../contract/schemas/look.ts'
import { maxLogoBytes } from '../../contract/limits.ts'
import { callerActor, type NewAuditEvent } from '../audit/audit.ts'
import { registerCall } from '../http/calls.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import {
  deleteLook,
  findLogo,
  findLook,
  saveLogo,
  saveLook,
  type StoredLogo,
} from '../db/installation/look.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { errorDetails } from '../../contract/errors.ts'
import { notFound, unprocessable } from '../http/errors.ts'
import { sanitizeLogo, LogoRefusedError } from '../branding/logo.ts'
import { logoHashOfPath } from '../branding/branding.ts'
import { currentUser, requireOperator } from '../plugins/sessions.ts'

type LookDependencies = Pick<Context, 'db' | 'audit' | 'now' | 'branding'>

/** Branding: readable by everybody, writable by the operator. */
export function lookRoutes(app: FastifyInstance, context: LookDependencies): void {
  const { branding } = context
  registerCall(app, getLook, { access: 'public' }, () => branding.current())

  app.register((scope) => {
    scope.addHook('onRequest', (request) => requireOperator(request, errorDetails.operatorsLook))
    registerCall(scope, setLook, { access: 'user' }, async (request) => {
      await changeAndRecord(context, request, (trx) => changeSettings(trx, request.body, isoNow(context)))
      return branding.current()
    })
    registerCall(scope, resetLook, { access: 'user' }, async (request) => {
      await changeAndRecord(context, request, async (trx) => ((await deleteLook(trx)) ? 'reset' : []))
      return branding.current()
    })
    registerCall(scope, deleteLogo, { access: 'user' }, async (request) => {
      await changeAndRecord(context, request, (trx) => changeLogo(trx, null, isoNow(context)))
      return branding.current()
    })
    scope.register((bytesScope) => {
      // Accept any content type; the format is detected from the bytes.
      bytesScope.removeAllContentTypeParsers()
      bytesScope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
        parsed(null, body),
      )
      registerCall(bytesScope, setLogo, { access: 'user', bodyLimit: maxLogoBytes }, async (request) => {
        const logo = await sanitizeLogo(Buffer.from((request.body as Buffer | undefined) ?? '')).catch(
          throwLogoError,
        )
        await changeAndRecord(context, request, (trx) => changeLogo(trx, logo, isoNow(context)))
        return branding.current()
      })
    })
  })
}

/** Logo, outside of the API path. Its URL contains its hash, so browsers cache it for a year. */
export function logoRoute(app: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  app.get<{ Params: { name: string } }>(
    '/look/:name',
    { config: { access: 'public' } },
    async (request, reply) => {
      const hash = logoHashOfPath(`/look/${request.params.name}`)
      const logo = hash === undefined ? undefined : await findLogo(db, hash)
      if (logo === undefined) throw notFound('Not Found')
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(logo)
    },
  )
}

/** @param work changes the branding and returns the names of the changed settings */
async function changeAndRecord(
  { db, audit, branding }: LookDependencies,
  request: FastifyRequest,
  work: (trx: Db) => Promise<string[] | 'reset'>,
): Promise<void> {
  await transact(db, async (trx) => {
    const changed = await work(trx)
    if (changed.length === 0) return
    const event: Omit<NewAuditEvent, 'accountId'> =
      changed === 'reset' ? { kind: 'look-reset' } : { kind: 'look-changed', details: { changed } }
    await audit.record(trx, callerActor(request), { ...event, accountId: currentUser(request).id })
  })
  branding.invalidate()
}

async function changeSettings(trx: Db, settings: LookSettings, now: string): Promise<string[]> {
  const before = await findLook(trx)
  const names = Object.keys(settings) as (keyof LookSettings)[]
  const changed = names.filter((name) => settings[name] !== (before?.[name] ?? null))
  if (changed.length > 0) await saveLook(trx, settings, now)
  return changed
}

async function changeLogo(trx: Db, logo: StoredLogo | null, now: string): Promise<string[]> {
  const before = await findLook(trx)
  if ((before?.logo_hash ?? null) === (logo?.logo_hash ?? null)) return []
  await saveLogo(trx, logo, now)
  return ['logo']
}

/** @throws HttpError 422; other errors unchanged */
function throwLogoError(error: unknown): never {
  throw error instanceof LogoRefusedError ? unprocessable(error.message) : error
}
