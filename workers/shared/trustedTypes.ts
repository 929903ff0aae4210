/**
 * [Note: Trusted Types]
 * Policies of pages and workers (server/http/contentSecurityPolicy.ts) refuse strings where they would become
 * code. The only exception are addresses of workers and service workers of the build. It is the default policy,
 * since Vite finds workers only as `new Worker(new URL(…))`, and libraries pass strings. It has neither
 * `createHTML` nor `createScript`, so these are refused altogether.
 */
interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createScriptURL: typeof knownScriptUrl }) => unknown
}

const scriptPaths = /^\/(?:assets\/[\w.-]+|serviceWorker|direct|save\/sw)\.js$/

/** The absolute address of a script of the build; null for every other, which browsers refuse. */
export function knownScriptUrl(address: string): string | null {
  if (!URL.canParse(address, location.origin)) return null
  const { href, origin, pathname } = new URL(address, location.origin)
  return href === location.origin + pathname && origin === location.origin && scriptPaths.test(pathname)
    ? href
    : null
}

/** Installs the default policy. Call it once, before anything starts a worker. */
export function restrictScriptUrls(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createScriptURL: knownScriptUrl })
}
