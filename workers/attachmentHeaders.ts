/** Headers that make a browser save the response as `filename` and never render it. */
export function attachmentHeaders(filename: string, length: number): Headers {
  // encodeURIComponent leaves these four unescaped, which RFC 8187 does not allow.
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
