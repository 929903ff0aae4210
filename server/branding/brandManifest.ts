import type { Look } from '../../contract/schemas/look.ts'
import { logoSize, productName } from '../../contract/shownLook.ts'
import { escapeHtml } from '../mail/template.ts'

/** Adds the branding to a page, also as data for scripts (src/ui/ownLook.ts), which detect older pages by `at`. */
export function brandPage(page: string, look: Look, at: string): string {
  const { name, logo, tones } = look
  const json = JSON.stringify({ ...look, at }, (_, value: unknown) => value ?? undefined)
  const meta = `    <meta name="look" content="${escapeHtml(json)}" />\n`
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

/** Style of the accent colours, equal to the theme that scripts apply (src/ui/ownLook.ts). */
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

/** Minimum size of an icon of an installable application. It must also be square. */
const minIconSize = 144

/** Applies the operator's name, logo and colours to a web app manifest. */
export function brandManifest(manifest: Manifest, { name, logo, tones }: Look): Manifest {
  const isIcon = logo !== null && logo.width === logo.height && logo.width >= minIconSize
  return {
    ...manifest,
    ...(name !== null && { name, short_name: name }),
    ...(tones !== null && { theme_color: tones.light.main }),
    ...(isIcon && { icons: [iconOf(logo)] }),
  }
}

/** The only icon: devices would prefer a maskable default icon. */
const iconOf = ({ path, width, height }: NonNullable<Look['logo']>) => ({
  src: path,
  sizes: `${width}x${height}`,
  type: 'image/png',
  purpose: 'any',
})
