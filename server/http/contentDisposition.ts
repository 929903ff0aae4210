/**
 * `attachment` with the name in both forms of RFC 6266: plain ASCII for old clients, UTF-8 for all others.
 * Any text makes a valid header.
 */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // RFC 5987 leaves fewer characters bare than encodeURIComponent; lone surrogates have no UTF-8.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
