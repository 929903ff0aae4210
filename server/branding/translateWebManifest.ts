import type { Language } from '../../contract/languages.ts'
import { formatMessage } from '../../i18n/message.ts'
import type { WebManifest } from './brandManifest.ts'

/** Replaces `{language}`, and `{site.…}` by its message, in the texts of a web app manifest, as in index.html. */
export async function translateWebManifest(language: Language, manifest: WebManifest): Promise<WebManifest> {
  const { loadMessages, messageOf } = await import('../../i18n/messages.ts')
  await loadMessages(language, 'site')
  const translated = (text: string) =>
    text.replaceAll(/\{(language|site\.\w+)\}/g, (key, name: string) => {
      const message = messageOf(language, name)
      if (name === 'language') return language
      return message === undefined ? key : String(formatMessage<string>(message, language, undefined))
    })
  return JSON.parse(JSON.stringify(manifest), (_, value: unknown) =>
    typeof value === 'string' ? translated(value) : value,
  ) as WebManifest
}
