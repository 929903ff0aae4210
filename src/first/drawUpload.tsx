import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { type Language, languages } from '../../contract/languages.ts'
import { UploadPage } from '../features/upload/UploadPage.tsx'
import { linkLoaded } from '../features/upload/uploadEvents.ts'
import { store } from '../store/store.ts'
import { changeLanguage, loadTexts } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { Frame } from '../ui/Frame.tsx'
import { theme } from '../ui/theme.ts'
import { marks } from './marks.ts'
import { usedStyles } from './usedStyles.ts'

/**
 * What an upload link shows before the application is there: the page of a link that is open and has been given nothing
 * yet, drawn by its own components when the application is built. What the server says of the link comes by first.ts.
 * @returns for each language a piece of HTML, with its styles
 */
export async function drawUpload(): Promise<Record<Language, string>> {
  store.dispatch(linkLoaded(openLink))
  const drawn: Partial<Record<Language, string>> = {}
  for (const language of languages) {
    await changeLanguage(language)
    await loadTexts('upload')
    const cache = createCache({ key: 'mui' })
    // Styles are gathered in it, and not put beside what they are for.
    cache.compat = true
    const html = (['mouse', 'touch'] as const).map((pointer) => drawFor(pointer, cache)).join('')
    const page = withoutInlineStyles(nameless(html))
    const { classes, others } = usedStyles(cache.inserted, html)
    const styles = [
      // The application's own cache takes these over, and need not make them anew.
      style(classes.rules, ` data-emotion="mui ${classes.names.join(' ')}"`),
      style(others + page.styles),
    ]
    drawn[language] = `<div id="first" class="first" aria-hidden="true">${styles.join('')}${page.html}</div>`
  }
  return drawn as Record<Language, string>
}

const style = (rules: string, attributes = '') => `<style nonce="__CSP_NONCE__"${attributes}>${rules}</style>`

const openLink = {
  // As before anything is told: the page's own heading.
  ...{ title: null as never, description: marks.description, perform_mime_check: true, room_left: null },
  ...{ requires_password: false, requires_email: false, has_allowed_emails_list: false, sender_fields: [] },
}

/** Whoever points with a finger is asked in other words; one of the two is shown, see start.css. */
function drawFor(pointer: 'mouse' | 'touch', cache: EmotionCache): string {
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: pointer === 'touch' }),
    HTMLInputElement: { prototype: { webkitdirectory: true } },
  })
  return renderToStaticMarkup(
    <div className={`for-${pointer}`} data-title={t('upload.titleFor', { title: marks.title })}>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme} storageManager={null}>
          <CssBaseline />
          <Provider store={store}>
            <Frame>
              <UploadPage linkToken="" keyFingerprint={null} originSecret={null} />
            </Frame>
          </Provider>
        </ThemeProvider>
      </CacheProvider>
    </div>,
  )
}

/**
 * The application's own page has names and roles, and lies below: a name must be there once, and nobody is told twice.
 * What was described is not known yet.
 */
const nameless = (html: string): string =>
  html
    .replaceAll(/<title>[^]*?<\/title>| (?:id|for|role|data-testid|tabindex)="[^"]*"/g, '')
    .replaceAll(/<(?=(?:a|button|h1|input|main|select|summary)\b)\w+/g, '$& tabindex="-1"')
    .replaceAll(`>${marks.description}<`, ' hidden><')

/** They are forbidden in a page (server/http/plugins/securityHeaders.ts); what scripts set is not. */
function withoutInlineStyles(html: string): { html: string; styles: string } {
  const rules: string[] = []
  const named = html.replaceAll(/ style="([^"]*)"/g, (_, rule: string) => {
    if (!rules.includes(rule)) rules.push(rule)
    return ` data-rule="${rules.indexOf(rule)}"`
  })
  return { html: named, styles: rules.map((rule, at) => `[data-rule="${at}"]{${rule}}`).join('') }
}
