import type { SignInOutcome } from '../../contract/signInOutcomes.ts'
import { escapeHtml } from '../mail/template.ts'

const anyOrigin = 'http://origin.invalid'
const maxPathLength = 1000

/** A path of the pages of this server, as a browser would read it; null for anything else, other origins above all. */
export function ownPath(to: string | undefined): string | null {
  if (to === undefined || to.length > maxPathLength || !/^\/(?![/\\])/.test(to) || /[\p{Cc}\\]/u.test(to))
    return null
  if (!URL.canParse(to, anyOrigin)) return null
  const { origin, pathname, search, hash } = new URL(to, anyOrigin)
  // Dots in it may have led to '//'.
  if (origin !== anyOrigin || !/^\/(?!\/)/.test(pathname)) return null
  return /^\/(?:api|login)(?:\/|$)/i.test(pathname) ? null : pathname + search + hash
}

/** Where a way ends: on the login page, which leads on to `to`. */
export function loginPath(outcome: SignInOutcome, to: string | null = null): string {
  return `/login?${new URLSearchParams({ sso: outcome, ...(to !== null && { redirect: to }) }).toString()}`
}

/** The same of a link, which was begun in the profile. */
export const profilePath = (outcome: SignInOutcome): string => `/profile?sso=${outcome}`

/** It loads nothing and runs nothing. */
export const onwardPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page that goes on to `path` by itself. */
export const onwardPage = (path: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0;url=${escapeHtml(path)}">
    <title>Sealpost</title>
  </head>
  <body>
    <p><a href="${escapeHtml(path)}">Go on to Sealpost</a></p>
  </body>
</html>
`
