/**
 * `Content-Disposition: attachment` with the name in both forms of RFC 6266: ASCII for old clients, UTF-8 for all
 * others. Any text results in a valid header.
 */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // RFC 5987 has fewer unescaped characters than encodeURIComponent; lone surrogates cannot be encoded in UTF-8.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
