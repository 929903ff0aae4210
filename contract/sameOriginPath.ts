const anyOrigin = 'http://origin.invalid'
const maxPathLength = 1000

/** A path on this server as a browser resolves it; null for anything else, above all other origins. */
export function sameOriginPath(to: unknown): string | null {
  if (typeof to !== 'string' || to.length > maxPathLength) return null
  if (!/^\/(?![/\\])/.test(to) || /[\p{Cc}\\]/u.test(to) || !URL.canParse(to, anyOrigin)) return null
  const { origin, pathname, search, hash } = new URL(to, anyOrigin)
  // Dot segments may have produced '//'.
  if (origin !== anyOrigin || !/^\/(?!\/)/.test(pathname)) return null
  return /^\/(?:api|login)(?:\/|$)/i.test(pathname) ? null : pathname + search + hash
}
