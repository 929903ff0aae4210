import { assertDefined } from '../../contract/assertDefined.ts'
import type { Mail } from './mail.ts'
import type { Look } from '../../contract/schemas/look.ts'
import { supportHref, logoSize, productName } from '../../contract/shownLook.ts'
import { escapeHtml } from '../util/escapeHtml.ts'
import type { MailTexts } from './mailTexts.ts'

/** Mail before it is rendered as plain text and as HTML. */
export interface MailContent extends Pick<Mail, 'to' | 'subject' | 'unsubscribe' | 'unsubscribesByPost'> {
  paragraphs: readonly string[]
  texts: MailTexts
  /** Code that is shown large after the first paragraph, easy to copy. */
  code?: string
  links?: readonly { label: string; path: string }[]
  /** Undefined if the mail has no links. */
  origin: string | undefined
  /** The operator's branding. Undefined for the default look. */
  look?: MailLook | undefined
}

export interface MailLook extends Pick<Look, 'name' | 'imprint_url' | 'privacy_url' | 'support' | 'tones'> {
  logo: { png: Buffer; width: number; height: number } | null
}

const brandNameOf = (look: MailLook | undefined): string => look?.name ?? productName
const signatureLine = ({ say }: MailTexts, look: MailLook | undefined): string =>
  say('mails.signature', { name: brandNameOf(look) })

export const renderMail = (content: MailContent): Mail => ({
  to: content.to,
  subject: content.subject,
  text: renderPlainText(content),
  html: renderHtml(content),
  unsubscribe: content.unsubscribe,
  unsubscribesByPost: content.unsubscribesByPost,
  logo: content.look?.logo ? { png: content.look.logo.png, id: logoId } : undefined,
})

/** Labels and URLs of the operator's legal pages. */
const legalLinks = ({ say }: MailTexts, look: MailLook | undefined): (readonly [string, string])[] =>
  (
    [
      [say('mails.imprint'), look?.imprint_url],
      [say('mails.privacy'), look?.privacy_url],
      [say('mails.support'), look?.support],
    ] as const
  ).flatMap(([label, address]) => (typeof address === 'string' ? [[label, address] as const] : []))

const pageLinks = ({ links = [], origin }: MailContent): (readonly [string, string])[] =>
  origin === undefined ? [] : links.map(({ label, path }) => [label, new URL(path, origin).href])

function renderPlainText(content: MailContent): string {
  const { paragraphs, texts, code, origin, look } = content
  const [first = '', ...others] = paragraphs
  const pages = pageLinks(content).map(([label, address]) => `${label}:\n${address}`)
  const blocks = [first, ...(code === undefined ? [] : [`    ${code}`]), ...others, ...pages]
  const foot = [
    signatureLine(texts, look),
    ...(origin === undefined ? [] : [origin]),
    ...legalLinks(texts, look).map(([label, address]) => `${label}: ${address}`),
  ]
  // '-- ', including the space, is the delimiter of signatures.
  return `${blocks.join('\n\n')}\n\n-- \n${foot.join('\n')}\n`
}

/**
 * Renders the HTML in the look of the pages, within the limits of mail clients: inline styles, and no remote content, so
 * nothing is tracked. Background and text colours are the client's; others are readable in light and dark mode.
 */
function renderHtml(content: MailContent): string {
  const { paragraphs, texts, code, origin, look } = content
  const [first = '', ...others] = paragraphs
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const blocks = [
    paragraph(first),
    ...(code === undefined ? [] : [`<p style="${codeStyle(look)}">${escapeHtml(code)}</p>`]),
    ...others.map(paragraph),
    ...pageLinks(content).map(
      ([label, address]) => `<p style="margin:0 0 16px">${linkTo(address, label)}</p>`,
    ),
  ]
  const link = origin === undefined ? '' : `<br>${linkTo(origin, origin)}`
  const links = legalLinks(texts, look).map(([label, address]) => linkTo(supportHref(address), label))
  const name = escapeHtml(brandNameOf(look))
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${name}</title>
</head>
<body style="margin:0;padding:32px 16px">
<div style="max-width:520px;margin:0 auto;font:16px/1.55 ${sansFonts}">
<p style="margin:0 0 16px;font-size:18px;line-height:24px;font-weight:650;letter-spacing:-.01em">${logoHtml(look)}${name}</p>
<div style="padding:28px 28px 12px;border:1px solid ${hairline};border-radius:12px;overflow-wrap:break-word">
${blocks.join('\n')}
</div>
<p style="margin:16px 0 0;font-size:13px;opacity:.75">${escapeHtml(signatureLine(texts, look))}${link}${links.length > 0 ? `<br>${links.join(' · ')}` : ''}</p>
</div>
</body>
</html>
`
}

const linkTo = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}" style="color:inherit">${escapeHtml(text)}</a>`

/** Content ID. */
const logoId = 'logo@look'

function logoHtml(look: MailLook | undefined): string {
  if (look?.logo == null) return `<span style="${defaultLogoStyle}"></span>`
  const { width, height } = logoSize(look.logo)
  return `<img src="cid:${logoId}" alt="" width="${width}" height="${height}" style="margin-right:10px;vertical-align:middle">`
}

const sansFonts = "'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const hairline = 'rgba(128,136,155,.4)'

/** Mark of 20 px: a red disc, its fold, and the rim. Clients without gradients show the disc only. */
const defaultLogoStyle =
  'display:inline-block;width:20px;height:20px;margin-right:10px;vertical-align:-4px;border-radius:50%;' +
  'background-color:#b3261e;background-image:linear-gradient(45deg,transparent 67.5%,#eecfcd 67.5%),' +
  'radial-gradient(circle at 17px 3px,#e8806f 9.5px,transparent 10px)'

/** The indent balances the letter spacing after the last digit. */
const codeStyle = (look: MailLook | undefined): string =>
  `margin:0 0 20px;padding:18px 8px;border-radius:8px;text-align:center;background-color:${codeBackground(look)};` +
  'font:700 32px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.2em;text-indent:.2em'

/** A colour between the accents of light and dark mode, visible in both. */
function codeBackground(look: MailLook | undefined): string {
  const tones = look?.tones ?? { light: { main: '#2747b8' }, dark: { main: '#9fb0ff' } }
  const channels = [1, 3, 5].map((index) => {
    const [light, dark] = [tones.light, tones.dark].map(({ main }) =>
      Number.parseInt(main.slice(index, index + 2), 16),
    )
    return Math.round((assertDefined(light) + assertDefined(dark)) / 2)
  })
  return `rgba(${channels.join(',')},.14)`
}
