/** Headers that make a browser save the answer under `filename` and never show it as a page of ours. */
export function attachmentHeaders(filename: string, length: number): Headers {
  // RFC 8187 leaves these four unescaped by encodeURIComponent out of its `attr-char`.
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
    'content-length': String(length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
  })
}
