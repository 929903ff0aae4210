/** Kind of a response, which decides its policy. A worker gets the policy of its own script. */
type PolicyKind = 'page' | 'worker' | 'savePage' | 'preview' | 'data'

export interface PolicySources {
  /** Hashes of style elements. */
  styleHashes?: readonly string[]
  /** Hashes of script elements, in previews. */
  scriptHashes?: readonly string[]
  /** Origin of the object store to which pages and workers send parts. */
  storeOrigin?: string | undefined
}

/**
 * Content security policy of a response, which depends on its path only. Responses other than pages and workers may do
 * nothing, wherever they are opened. Only workers may compile WebAssembly. Only the page for saving downloads and previews
 * may be framed, by our pages; previews have an opaque origin and make no requests.
 */
export function contentSecurityPolicy(
  kind: PolicyKind,
  { styleHashes = [], scriptHashes = [], storeOrigin }: PolicySources = {},
): string {
  const connect = ["connect-src 'self'", ...(storeOrigin === undefined ? [] : [storeOrigin])].join(' ')
  // Strings never become code: [Note: Trusted Types].
  const trustedTypes = (policies: string) => [
    "require-trusted-types-for 'script'",
    `trusted-types ${policies}`,
  ]
  const rules = {
    page: [
      "script-src 'self'",
      "worker-src 'self'",
      connect,
      "img-src 'self' data: blob:",
      ["style-src 'self'", ...styleHashes].join(' '),
      "font-src 'self'",
      "manifest-src 'self'",
      "frame-src 'self'",
      "form-action 'self'",
      ...trustedTypes('default'),
    ],
    worker: [
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      connect,
      "form-action 'none'",
      ...trustedTypes('default'),
    ],
    // It needs no `worker-src`: the page that frames it has registered its worker.
    savePage: [
      "script-src 'self'",
      "worker-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      ...trustedTypes("'none'"),
    ],
    // [Note: The frame of a preview]
    preview: [
      'sandbox allow-scripts',
      ['script-src', ...scriptHashes].join(' '),
      ['style-src', ...styleHashes].join(' '),
      'worker-src blob:',
      'media-src blob:',
      "form-action 'none'",
      ...trustedTypes('preview'),
    ],
    data: ["form-action 'none'"],
  }
  const ancestors = kind === 'savePage' || kind === 'preview' ? "'self'" : "'none'"
  return [
    "default-src 'none'",
    ...rules[kind],
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

/** Kind of a response by its path. Pages may have any path, so the shell sets their policy itself. */
export function policyKindOf(path: string): PolicyKind {
  if (path === savePagePath) return 'savePage'
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return file.includes('worker') && file.endsWith('.js') ? 'worker' : 'data'
}

/** Page for saving downloads, opened in a hidden frame (src/platform/sinks/streamSaverSink.ts). */
const savePagePath = '/save/mitm.html'
