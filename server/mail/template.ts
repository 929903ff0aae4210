import { certain } from '../../contract/certain.ts'

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
 * The look of the pages in what mail programs understand: styles stand in the elements, and the mark is a disc of
 * gradients, since nothing is loaded from anywhere and nothing is counted. Paper and ink are left to the mail program,
 * and what has a colour reads on both, so that it looks right on dark screens too.
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
<meta name="supported-color-schemes" content="light dark">
<title>Sealpost</title>
</head>
<body style="margin:0;padding:32px 16px">
<div style="max-width:520px;margin:0 auto;font:16px/1.55 ${sans}">
<p style="margin:0 0 16px;font-size:18px;line-height:24px;font-weight:650;letter-spacing:-.01em"><span style="${markStyle}"></span>Sealpost</p>
<div style="padding:28px 28px 12px;border:1px solid ${hairline};border-radius:12px;overflow-wrap:break-word">
${blocks.join('\n')}
</div>
<p style="margin:16px 0 0;font-size:13px;opacity:.75">${signature}${link}</p>
</div>
</body>
</html>
`
}

const sans = "'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const hairline = 'rgba(128,136,155,.4)'

/** Where gradients are unknown it is a red disc: the disc, its fold, and the rim behind that, in 20 px. */
const markStyle =
  'display:inline-block;width:20px;height:20px;margin-right:10px;vertical-align:-4px;border-radius:50%;' +
  'background-color:#b3261e;background-image:linear-gradient(45deg,transparent 67.5%,#eecfcd 67.5%),' +
  'radial-gradient(circle at 17px 3px,#e8806f 9.5px,transparent 10px)'

/** The indent makes up for the space after the last figure. */
const codeStyle =
  'margin:0 0 20px;padding:18px 8px;border-radius:8px;text-align:center;background-color:rgba(85,112,214,.14);' +
  'font:700 32px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.2em;text-indent:.2em'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** As text of a page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => certain(entities[sign]))
