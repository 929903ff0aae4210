import type { SignInOutcome } from '../../contract/signInOutcomes.ts'
import { escapeHtml } from '../util/escapeHtml.ts'

/** Path of the login page with the outcome of an attempt; after sign-in, it opens `to`. */
export function loginPathOf(outcome: SignInOutcome, to: string | null = null): string {
  return `/login?${new URLSearchParams({ sso: outcome, ...(to !== null && { redirect: to }) }).toString()}`
}

/** Page of the profile with the outcome of linking. */
export const profilePathOf = (outcome: SignInOutcome): string => `/profile/security?sso=${outcome}`

export const redirectPagePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Content of a page that navigates to `path` by itself. */
export const redirectPage = (path: string): string => `<!doctype html>
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
