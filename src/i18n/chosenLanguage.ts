import { changeLanguage, getLanguage, onLanguage } from '../../i18n/language.ts'
import { bestLanguage, isLanguage, type Language } from '../../contract/languages.ts'

/**
 * Which language a person reads: the one they chose in this browser, else the first that their browser asks for and we
 * have. The choice lies in this browser alone, and goes to the server with what is to be answered in words: mails.
 */
const mark = 'sealpost-language'

/** Null: nobody has chosen here, or the browser stores nothing. */
function chosen(): Language | null {
  try {
    const kept = localStorage.getItem(mark)
    return isLanguage(kept) ? kept : null
  } catch {
    return null
  }
}

export const preferredLanguage = (): Language => chosen() ?? bestLanguage(navigator.languages)

/** By an act of the person; other tabs of this browser follow. @throws where its texts do not arrive: all stays */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  try {
    localStorage.setItem(mark, language)
  } catch {
    // It lasts as long as this page.
  }
}

/** For the life of the application: the page says its language, and follows what is chosen in another tab. */
export function watchLanguage(): void {
  const tell = () => void (document.documentElement.lang = getLanguage())
  onLanguage(tell)
  tell()
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === mark && isLanguage(newValue)) changeLanguage(newValue).catch(() => undefined)
  })
}
