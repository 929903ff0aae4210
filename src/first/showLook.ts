import { logoSize, productName } from '../../contract/shownLook.ts'
import { shownText } from '../../contract/shownText.ts'
import type { ShownLook } from '../ui/theme/readLook.ts'

/** Shows name, logo and colour on the static page, and uncovers them: start.css. */
export function showLook(look: ShownLook | null): void {
  const { name = null, logo = null, tones = null } = look ?? {}
  for (const brand of document.querySelectorAll('.splash, .first header > span')) {
    const text = brand.querySelector('span')
    if (name !== null && text) text.textContent = shownText(name)
    if (logo !== null) brand.querySelector('svg, img')?.replaceWith(logoImage(logo))
  }
  if (name !== null && document.title === productName) document.title = shownText(name)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (logo !== null && icon) Object.assign(icon, { type: 'image/png', href: logo.path })
  if (tones !== null) applyAccent(tones)
  document.documentElement.dataset.look = ''
}

function logoImage(logo: NonNullable<ShownLook['logo']>): HTMLImageElement {
  return Object.assign(new Image(), { src: logo.path, alt: '', ...logoSize(logo) })
}

/** Equals the theme that the application applies (src/ui/theme/applyTheme.ts). The static page goes, and takes it along. */
function applyAccent({ light, dark }: NonNullable<ShownLook['tones']>): void {
  const rule = ({ main, hover }: typeof light) =>
    `.first{--sp-palette-primary-main:${main};--sp-palette-primary-dark:${hover}}`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}`)
  document.adoptedStyleSheets.push(sheet)
}
