import type { FastifyBaseLogger } from 'fastify'
import { toneOf } from '../../contract/accent.ts'
import type { Look } from '../../contract/schemas/look.ts'
import { findLogo, findLook, type LookRow } from '../db/look.ts'
import type { Db } from '../db/schema.ts'
import type { MailLook } from '../mail/template.ts'

export interface Branding {
  /** As of two seconds ago at most; of earlier where the database does not answer, so that pages still come. */
  current(): Promise<Look>
  /** As `current`, with the logo itself. */
  ofMails(): Promise<MailLook>
  /** It was changed here: the next one to ask sees that. */
  forget(): void
}

/** Another server may change it too. */
const knownMs = 2000

export function createBranding({
  db,
  now,
  log,
}: {
  db: Db
  now: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
}): Branding {
  let seen = asItComes
  let last: { at: number; look: Promise<Look> } | undefined

  async function ask(): Promise<Look> {
    try {
      seen = lookOf(await findLook(db))
    } catch (error) {
      log.warn({ err: error }, 'the look of the server could not be read')
    }
    return seen
  }
  function current(): Promise<Look> {
    const time = now().getTime()
    if (last === undefined || Math.abs(time - last.at) >= knownMs) last = { at: time, look: ask() }
    return last.look
  }

  return {
    current,
    async ofMails() {
      const { logo, ...look } = await current()
      const hash = hashOfLogo(logo?.path ?? '')
      // A mail without its logo is better than none.
      const png = hash === undefined ? undefined : await findLogo(db, hash).catch(() => undefined)
      return { ...look, logo: logo === null || png === undefined ? null : { ...logo, png } }
    },
    forget() {
      last = undefined
    },
  }
}

const asItComes = lookOf(undefined)

/** What a row says, in the form in which it is shown. */
export function lookOf(row: LookRow | undefined): Look {
  const { logo_hash = null, logo_width = null, logo_height = null, accent = null } = row ?? {}
  return {
    name: row?.name ?? null,
    accent,
    greeting: row?.greeting ?? null,
    imprint_url: row?.imprint_url ?? null,
    privacy_url: row?.privacy_url ?? null,
    support: row?.support ?? null,
    logo:
      logo_hash === null || logo_width === null || logo_height === null
        ? null
        : { path: logoPath(logo_hash), width: logo_width, height: logo_height },
    tones: accent === null ? null : { light: toneOf(accent, 'light'), dark: toneOf(accent, 'dark') },
    changed_at: row?.changed_at ?? null,
  }
}

const logoPath = (hash: string): string => `/look/logo-${hash}.png`
export const hashOfLogo = (path: string): string | undefined =>
  /^\/look\/logo-([0-9a-f]{32})\.png$/.exec(path)?.[1]
