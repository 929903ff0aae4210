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
import { Frame } from '../ui/page/Frame.tsx'
import { defaultLook, setLook } from '../ui/theme/look.ts'
import { defaultTheme } from '../ui/theme/defaultTheme.ts'
import { placeholders } from './placeholders.ts'
import { usedStyles } from './usedStyles.ts'

/**
 * Renders the upload page of an open link at build time, with its real components, to be shown before the
 * application has loaded. fillFirstPage.ts fills in the link's data.
 * @returns a piece of HTML with its styles, by language
 */
export async function prerenderUploadPage(): Promise<Record<Language, string>> {
  store.dispatch(linkLoaded(placeholderLink))
  // start.css hides the name until the look is known.
  setLook(defaultLook)
  const htmlByLanguage: Partial<Record<Language, string>> = {}
  for (const language of languages) {
    await changeLanguage(language)
    await loadTexts('upload')
    const cache = createCache({ key: 'mui' })
    // Collects the styles in the cache instead of inlining them.
    cache.compat = true
    const html = (['mouse', 'touch'] as const).map((pointer) => renderFor(pointer, cache)).join('')
    const page = withoutInlineStyles(withoutNamesAndRoles(html))
    const { classes, others } = usedStyles(cache.inserted, html)
    const styles = [
      // The application's emotion cache adopts these.
      styleElement(classes.rules, ` data-emotion="mui ${classes.names.join(' ')}"`),
      styleElement(others + page.styles),
    ]
    htmlByLanguage[language] =
      `<div id="first" class="first" aria-hidden="true">${styles.join('')}${page.html}</div>`
  }
  return htmlByLanguage as Record<Language, string>
}

const styleElement = (rules: string, attributes = '') => `<style${attributes}>${rules}</style>`

const placeholderLink = {
  // The values of the page before the status has arrived.
  ...{
    title: null as never,
    description: placeholders.description,
    perform_mime_check: true,
    room_left: null,
  },
  ...{ requires_password: false, requires_email: false, has_allowed_emails_list: false, sender_fields: [] },
}

/** Mouse and touch have different texts; start.css shows one of them. */
function renderFor(pointer: 'mouse' | 'touch', cache: EmotionCache): string {
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: pointer === 'touch' }),
    HTMLInputElement: { prototype: { webkitdirectory: true } },
  })
  return renderToStaticMarkup(
    <div
      className={`for-${pointer}`}
      data-title={t('upload.titleFor', { title: placeholders.title })}
      data-asks={t('upload.asks', { name: placeholders.owner })}
      data-kept-day={t('upload.retention', { count: 1, days: '' })}
      data-kept-days={t('upload.retention', { count: 2, days: placeholders.days })}
    >
      <CacheProvider value={cache}>
        <ThemeProvider theme={defaultTheme()} storageManager={null}>
          <CssBaseline />
          <Provider store={store}>
            <Frame>
              <UploadPage linkToken="" keyFingerprint={null} originSecret={null} privateNames={false} />
            </Frame>
          </Provider>
        </ThemeProvider>
      </CacheProvider>
    </div>,
  )
}

/** Strips names and roles, which screen readers would read twice: the application's page has them. */
const withoutNamesAndRoles = (html: string): string =>
  html
    .replaceAll(/<title>[^]*?<\/title>| (?:id|for|role|data-testid|tabindex)="[^"]*"/g, '')
    .replaceAll(/<(?=(?:a|button|h1|input|main|select|summary)\b)\w+/g, '$& tabindex="-1"')
    .replaceAll(`>${placeholders.description}<`, ' hidden><')

/** The page's policy (securityHeaders.ts) forbids inline styles in HTML, not those that scripts set. */
function withoutInlineStyles(html: string): { html: string; styles: string } {
  const rules: string[] = []
  const classed = html.replaceAll(/ style="([^"]*)"/g, (_, rule: string) => {
    if (!rules.includes(rule)) rules.push(rule)
    return ` data-rule="${rules.indexOf(rule)}"`
  })
  return { html: classed, styles: rules.map((rule, at) => `[data-rule="${at}"]{${rule}}`).join('') }
}
