import type { Language } from '../../contract/languages.ts'
import type { Look } from '../../contract/schemas/look.ts'
import { formatMessage } from '../../i18n/formatMessage.ts'

export type WebManifest = Record<string, unknown>

/** Minimum size of an icon of an installable application. It must also be square. */
const minIconSize = 144

/** Applies the operator's name, logo and colours to a web app manifest. */
export function brandManifest(manifest: WebManifest, { name, logo, tones }: Look): WebManifest {
  const isIcon = logo !== null && logo.width === logo.height && logo.width >= minIconSize
  return {
    ...manifest,
    ...(name !== null && { name, short_name: name }),
    ...(tones !== null && { theme_color: tones.light.main }),
    // The only icon: devices would prefer a maskable default icon.
    ...(isIcon && {
      icons: [{ src: logo.path, sizes: `${logo.width}x${logo.height}`, type: 'image/png', purpose: 'any' }],
    }),
  }
}

/** Replaces `{language}`, and `{site.…}` by its message, in the texts of a web app manifest, as in index.html. */
export async function translateWebManifest(language: Language, manifest: WebManifest): Promise<WebManifest> {
  const { loadMessages, messageOf } = await import('../../i18n/messages.ts')
  await loadMessages(language, 'site')
  const translate = (text: string) =>
    text.replaceAll(/\{(language|site\.\w+)\}/g, (key, name: string) => {
      const message = messageOf(language, name)
      if (name === 'language') return language
      return message === undefined ? key : String(formatMessage<string>(message, language, undefined))
    })
  return JSON.parse(JSON.stringify(manifest), (_, value: unknown) =>
    typeof value === 'string' ? translate(value) : value,
  ) as WebManifest
}
