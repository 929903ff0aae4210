import type { FastifyBaseLogger } from 'fastify'
import { readableTone } from '../../contract/accent.ts'
import type { Look } from '../../contract/schemas/look.ts'
import { findLogo, findLook, type LookRow } from '../db/installation/look.ts'
import type { DbDep } from '../db/database.ts'
import type { ClockDep } from '../util/isoTime.ts'
import type { MailLook } from '../mail/renderMail.ts'

export interface Branding {
  /** Current branding, cached for two seconds, or longer while the database does not respond. */
  current(): Promise<Look>
  forMails(): Promise<MailLook>
  invalidate(): void
}

export interface BrandingDep {
  branding: Branding
}

/** Another server may change the branding, too. */
const cacheMs = 2000

export function createBranding({
  db,
  now,
  log,
}: DbDep & ClockDep & { log: Pick<FastifyBaseLogger, 'warn'> }): Branding {
  let lastRead = defaultLook
  let cached: { loadedAt: number; look: Promise<Look> } | undefined

  async function load(): Promise<Look> {
    try {
      lastRead = toLook(await findLook(db))
    } catch (error) {
      log.warn({ err: error }, 'the look of the server could not be read')
    }
    return lastRead
  }
  function current(): Promise<Look> {
    const time = now().getTime()
    if (cached === undefined || Math.abs(time - cached.loadedAt) >= cacheMs)
      cached = { loadedAt: time, look: load() }
    return cached.look
  }

  return {
    current,
    async forMails() {
      const { logo, ...look } = await current()
      const hash = logoHashOfPath(logo?.path ?? '')
      // Send mails without the logo rather than none.
      const png = hash === undefined ? undefined : await findLogo(db, hash).catch(() => undefined)
      return { ...look, logo: logo === null || png === undefined ? null : { ...logo, png } }
    },
    invalidate() {
      cached = undefined
    },
  }
}

export const defaultLook = toLook(undefined)

function toLook(row: LookRow | undefined): Look {
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
    tones:
      accent === null ? null : { light: readableTone(accent, 'light'), dark: readableTone(accent, 'dark') },
    changed_at: row?.changed_at ?? null,
  }
}

const logoPath = (hash: string): string => `/look/logo-${hash}.png`
/** Hash in a path of `logoPath`; undefined for other paths. */
export const logoHashOfPath = (path: string): string | undefined =>
  /^\/look\/logo-([0-9a-f]{32})\.png$/.exec(path)?.[1]
