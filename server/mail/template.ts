import { assertDefined } from '../../contract/assertDefined.ts'
import type { Mail } from './message.ts'
import type { Look } from '../../contract/schemas/look.ts'
import { hrefOf, logoSize, productName } from '../../contract/shownLook.ts'
import type { Words } from './words.ts'

/** What a mail says, in pieces that become plain text and HTML alike. */
export interface Letter {
  paragraphs: readonly string[]
  words: Pick<Words, 'language' | 'say'>
  /** Shown large and by itself after the first paragraph, easy to copy. */
  code?: string
  /** Pages of this server that the mail is about: each by itself after the paragraphs. */
  links?: readonly { label: string; path: string }[]
  /** Origin of this server; undefined: the mail has no link at all. */
  origin: string | undefined
  /** The operator's own; undefined: as it comes. */
  look?: MailLook | undefined
}

/** What of the operator's look is in a mail. */
export interface MailLook extends Pick<Look, 'name' | 'imprint_url' | 'privacy_url' | 'support' | 'tones'> {
  logo: { png: Buffer; width: number; height: number } | null
}

const nameOf = (look: MailLook | undefined): string => look?.name ?? productName
type Say = Pick<Words, 'say'>
const signature = ({ say }: Say, look: MailLook | undefined): string =>
  say('mails.signature', { name: nameOf(look) })

/** Both forms of a letter, and what they show. */
export const bodiesOf = (letter: Letter): Pick<Mail, 'text' | 'html' | 'logo'> => ({
  text: plainText(letter),
  html: html(letter),
  logo: letter.look?.logo ? { png: letter.look.logo.png, id: logoId } : undefined,
})

/** Label and address of what operators have to name. */
const namedLinks = ({ say }: Say, look: MailLook | undefined): (readonly [string, string])[] =>
  (
    [
      [say('mails.imprint'), look?.imprint_url],
      [say('mails.privacy'), look?.privacy_url],
      [say('mails.support'), look?.support],
    ] as const
  ).flatMap(([label, address]) => (typeof address === 'string' ? [[label, address] as const] : []))

/** Label and address of the pages. */
const pagesOf = ({ links = [], origin }: Letter): (readonly [string, string])[] =>
  origin === undefined ? [] : links.map(({ label, path }) => [label, new URL(path, origin).href])

function plainText(letter: Letter): string {
  const { paragraphs, words, code, origin, look } = letter
  const [first = '', ...others] = paragraphs
  const pages = pagesOf(letter).map(([label, address]) => `${label}:\n${address}`)
  const blocks = [first, ...(code === undefined ? [] : [`    ${code}`]), ...others, ...pages]
  const foot = [
    signature(words, look),
    ...(origin === undefined ? [] : [origin]),
    ...namedLinks(words, look).map(([label, address]) => `${label}: ${address}`),
  ]
  // '-- ' is the delimiter of signatures, blank included.
  return `${blocks.join('\n\n')}\n\n-- \n${foot.join('\n')}\n`
}

/**
 * The look of the pages in what mail programs understand: styles stand in the elements, and the mark is a disc of
 * gradients, since nothing is loaded from anywhere and nothing is counted. Paper and ink are left to the mail program,
 * and what has a colour reads on both, so that it looks right on dark screens too.
 */
function html(letter: Letter): string {
  const { paragraphs, words, code, origin, look } = letter
  const [first = '', ...others] = paragraphs
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const blocks = [
    paragraph(first),
    ...(code === undefined ? [] : [`<p style="${codeStyle(look)}">${escapeHtml(code)}</p>`]),
    ...others.map(paragraph),
    ...pagesOf(letter).map(([label, address]) => `<p style="margin:0 0 16px">${linkTo(address, label)}</p>`),
  ]
  const link = origin === undefined ? '' : `<br>${linkTo(origin, origin)}`
  const links = namedLinks(words, look).map(([label, address]) => linkTo(hrefOf(address), label))
  const name = escapeHtml(nameOf(look))
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${name}</title>
</head>
<body style="margin:0;padding:32px 16px">
<div style="max-width:520px;margin:0 auto;font:16px/1.55 ${sans}">
<p style="margin:0 0 16px;font-size:18px;line-height:24px;font-weight:650;letter-spacing:-.01em">${mark(look)}${name}</p>
<div style="padding:28px 28px 12px;border:1px solid ${hairline};border-radius:12px;overflow-wrap:break-word">
${blocks.join('\n')}
</div>
<p style="margin:16px 0 0;font-size:13px;opacity:.75">${escapeHtml(signature(words, look))}${link}${links.length > 0 ? `<br>${links.join(' · ')}` : ''}</p>
</div>
</body>
</html>
`
}

const linkTo = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}" style="color:inherit">${escapeHtml(text)}</a>`

/** The operator's logo travels with the mail. */
const logoId = 'logo@look'

function mark(look: MailLook | undefined): string {
  if (look?.logo == null) return `<span style="${markStyle}"></span>`
  const { width, height } = logoSize(look.logo)
  return `<img src="cid:${logoId}" alt="" width="${width}" height="${height}" style="margin-right:10px;vertical-align:middle">`
}

const sans = "'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const hairline = 'rgba(128,136,155,.4)'

/** Where gradients are unknown it is a red disc: the disc, its fold, and the rim behind that, in 20 px. */
const markStyle =
  'display:inline-block;width:20px;height:20px;margin-right:10px;vertical-align:-4px;border-radius:50%;' +
  'background-color:#b3261e;background-image:linear-gradient(45deg,transparent 67.5%,#eecfcd 67.5%),' +
  'radial-gradient(circle at 17px 3px,#e8806f 9.5px,transparent 10px)'

/** The indent makes up for the space after the last figure. */
const codeStyle = (look: MailLook | undefined): string =>
  `margin:0 0 20px;padding:18px 8px;border-radius:8px;text-align:center;background-color:${codeGround(look)};` +
  'font:700 32px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.2em;text-indent:.2em'

/** Between the accents of light and of dark pages: to be seen on both papers. */
function codeGround(look: MailLook | undefined): string {
  const tones = look?.tones ?? { light: { main: '#2747b8' }, dark: { main: '#9fb0ff' } }
  const channels = [1, 3, 5].map((at) => {
    const [light, dark] = [tones.light, tones.dark].map(({ main }) =>
      Number.parseInt(main.slice(at, at + 2), 16),
    )
    return Math.round((assertDefined(light) + assertDefined(dark)) / 2)
  })
  return `rgba(${channels.join(',')},.14)`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** As text of a page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => assertDefined(entities[sign]))
