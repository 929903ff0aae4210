/** What a mail says, in pieces that become plain text and HTML alike. */
export interface Letter {
  paragraphs: readonly string[]
  /** Shown large and by itself after the first paragraph, easy to copy. */
  code?: string
  /** Origin of this server; undefined: the mail has no link at all. */
  origin: string | undefined
}

const signature = 'Sealpost: end-to-end encrypted file exchange'

export function plainText({ paragraphs: [first = '', ...others], code, origin }: Letter): string {
  const blocks = [first, ...(code === undefined ? [] : [`    ${code}`]), ...others]
  // '-- ' is the delimiter of signatures, blank included.
  return `${blocks.join('\n\n')}\n\n-- \n${signature}\n${origin === undefined ? '' : `${origin}\n`}`
}

/**
 * Nothing is loaded from anywhere and nothing is counted. Colours are left to the mail program wherever that reads
 * well, so that it looks right on dark screens too.
 */
export function html({ paragraphs: [first = '', ...others], code, origin }: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const blocks = [
    paragraph(first),
    ...(code === undefined ? [] : [`<p style="${codeStyle}">${escapeHtml(code)}</p>`]),
    ...others.map(paragraph),
  ]
  const link =
    origin === undefined
      ? ''
      : `<br><a href="${escapeHtml(origin)}" style="color:inherit">${escapeHtml(origin)}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sealpost</title>
</head>
<body style="margin:0;padding:24px">
<div style="max-width:520px;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
${blocks.join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8888;font-size:13px;opacity:.75">${signature}${link}</p>
</div>
</body>
</html>
`
}

const codeStyle =
  'margin:24px 0;padding:16px;border:1px solid #8888;border-radius:8px;text-align:center;' +
  'font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
