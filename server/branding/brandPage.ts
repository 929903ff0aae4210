import type { Look } from '../../contract/schemas/look.ts'
import { logoSize, productName } from '../../contract/shownLook.ts'
import { escapeHtml } from '../mail/template.ts'

/**
 * A page in the operator's look, which its scripts find in it (src/ui/ownLook.ts). Before them it shows name and logo.
 * @param at when it is sent: a page that was kept on a device is older than what it has seen since
 */
export function brandPage(page: string, look: Look, at: string): string {
  const { name, logo, tones } = look
  const told = JSON.stringify({ ...look, at }, (_, value: unknown) => value ?? undefined)
  const meta = `    <meta name="look" content="${escapeHtml(told)}" />\n`
  let dressed = page
  if (logo !== null) {
    const { path } = logo
    const { width, height } = logoSize(logo)
    const size = `width="${width}" height="${height}"`
    dressed = dressed
      .replace(
        /(<(?:div class="splash"|header)[^>]*>\s*(?:<span[^>]*>)?)<svg[^]*?<\/svg>/g,
        (_, head: string) => `${head}<img src="${path}" alt="" ${size} />`,
      )
      .replace('type="image/svg+xml" href="/icon.svg"', () => `type="image/png" href="${path}"`)
  }
  if (tones !== null) dressed = dressed.replace(/(?=<div class="for-mouse")/, () => accented(tones))
  if (name !== null) dressed = dressed.replaceAll(productName, () => escapeHtml(name))
  return dressed.replace(/ *<\/head>/, (end) => meta + end)
}

/** As the theme that the page will make of them (src/ui/ownLook.ts). */
function accented({ light, dark }: NonNullable<Look['tones']>): string {
  const rule = ({ main, hover }: typeof light) =>
    `:root{--sp-palette-primary-main:${main};--sp-palette-primary-dark:${hover}}`
  return `<style nonce="__CSP_NONCE__">${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}</style>`
}

interface Icon {
  purpose?: string
}
export interface Manifest extends Record<string, unknown> {
  icons?: Icon[]
}

/** Browsers install nothing whose icon is smaller, or no square. */
const leastIcon = 144

/** What an installed application is called and shown as. */
export function brandManifest(manifest: Manifest, { name, logo, tones }: Look): Manifest {
  const isIcon = logo !== null && logo.width === logo.height && logo.width >= leastIcon
  return {
    ...manifest,
    ...(name !== null && { name, short_name: name }),
    ...(tones !== null && { theme_color: tones.light.main }),
    ...(isIcon && { icons: [iconOf(logo)] }),
  }
}

/** The only one: beside a maskable one of ours devices would show that. */
const iconOf = ({ path, width, height }: NonNullable<Look['logo']>) => ({
  src: path,
  sizes: `${width}x${height}`,
  type: 'image/png',
  purpose: 'any',
})
