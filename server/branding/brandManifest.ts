import type { Look } from '../../contract/schemas/look.ts'

interface Icon {
  purpose?: string
}
export interface WebManifest extends Record<string, unknown> {
  icons?: Icon[]
}

/** Minimum size of an icon of an installable application. It must also be square. */
const minIconSize = 144

/** Applies the operator's name, logo and colours to a web app manifest. */
export function brandManifest(manifest: WebManifest, { name, logo, tones }: Look): WebManifest {
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
