const anyOrigin = 'http://origin.invalid'
const maxPathLength = 1000

/** A path of the pages of this server, as a browser would read it; null for anything else, other origins above all. */
export function ownPath(to: unknown): string | null {
  if (typeof to !== 'string' || to.length > maxPathLength) return null
  if (!/^\/(?![/\\])/.test(to) || /[\p{Cc}\\]/u.test(to) || !URL.canParse(to, anyOrigin)) return null
  const { origin, pathname, search, hash } = new URL(to, anyOrigin)
  // Dots in it may have led to '//'.
  if (origin !== anyOrigin || !/^\/(?!\/)/.test(pathname)) return null
  return /^\/(?:api|login)(?:\/|$)/i.test(pathname) ? null : pathname + search + hash
}
