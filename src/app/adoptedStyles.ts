/**
 * [Note: Styles of scripts]
 * The page's policy allows style elements by their hashes, as built (server/plugins/appShell.ts), and none
 * that scripts make. So styles of libraries go into constructable style sheets.
 *
 * Must be the first import of main.tsx: a style library inside notistack (goober) inserts rules while it is
 * evaluated.
 */
import createCache, { type EmotionCache } from '@emotion/cache'

interface Goober {
  parentNode: object
  firstChild: { data: string }
}
declare global {
  interface Window {
    /** Style element that goober looks for. */
    _goober?: Goober
  }
}

/** Takes the place of goober's style element: its whole text is written with each new rule. */
function gooberElement(): Goober {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  let text = ''
  return {
    parentNode: document,
    firstChild: {
      get data() {
        return text
      },
      set data(rules) {
        text = rules
        sheet.replaceSync(rules)
      },
    },
  }
}
window._goober = gooberElement()

/** Rules of styled components; those for elements (`Global`) precede them. */
const scoped = new CSSStyleSheet()

/** Takes the place of Emotion's `StyleSheet`, from which `Global` also makes sheets of its own. */
class AdoptedSheet {
  readonly #sheet: CSSStyleSheet
  /** Emotion flushes a sheet before it writes other rules if it has elements. */
  tags: { nextElementSibling: null }[] = []
  before: unknown = null

  constructor({ key }: { key: string }) {
    this.#sheet = key === 'mui' ? scoped : new CSSStyleSheet()
  }

  insert(rule: string): void {
    const sheets = document.adoptedStyleSheets
    if (!sheets.includes(this.#sheet)) {
      const index = sheets.indexOf(scoped)
      sheets.splice(index < 0 ? sheets.length : index, 0, this.#sheet)
      this.tags = [{ nextElementSibling: null }]
    }
    try {
      this.#sheet.insertRule(rule, this.#sheet.cssRules.length)
    } catch {
      // A selector of other browsers.
    }
  }

  flush(): void {
    const sheets = document.adoptedStyleSheets
    if (sheets.includes(this.#sheet)) sheets.splice(sheets.indexOf(this.#sheet), 1)
    this.#sheet.replaceSync('')
    this.tags = []
  }
}

/** Emotion's cache over constructable style sheets. It also adopts the styles of the static page, if any. */
export function createEmotionCache(): EmotionCache {
  const cache = createCache({ key: 'mui', prepend: true })
  cache.sheet = new AdoptedSheet({ key: 'mui' }) as unknown as EmotionCache['sheet']
  return cache
}
