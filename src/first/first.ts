import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { askEarly } from '../api/early.ts'
import { yieldToMain } from '../../core/util/timeSlice.ts'
import { preferredLanguage } from '../i18n/chosenLanguage.ts'
import '../ui/start.css'
import { showFirst } from './firstPage.ts'
import { keepPage } from './keepPage.ts'

/**
 * [Note: The first of a page]
 * An upload link is drawn from the HTML (drawUpload.tsx), before any script: a stranger on a phone waits one second for
 * that, and three for the application. This script, which is small, asks for what the server says of the link, puts it
 * in, and begins the application when the browser has drawn; the answer is the application's, too. What was drawn lies
 * over the application's page until that has as much to show. Its inputs are real: files that are chosen or
 * dropped meanwhile are handed over.
 */
keepPage()
const first = document.getElementById('first')
const status = askStatus()
if (first) showFirst(first, { status, isReadable: document.documentElement.lang === preferredLanguage() })

/** For an answer, in milliseconds: longer than a round trip on most networks, and not to be felt. */
const timeoutMs = 400
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const patient = new Promise((resolve) => setTimeout(resolve, timeoutMs))

// What evaluates the application takes the browser's whole attention. A page that nobody sees is not drawn.
if (document.hidden) void begin()
else void Promise.race([status, patient]).then(drawn).then(begin)

/** Of the application: each takes a slow phone a moment, and between them it hears. As vite.config.ts has them in files. */
const steps = [
  () => import('react-dom/client'),
  () => import('../ui/theme.ts'),
  () => import('../app/main.tsx'),
]

/** With all of its parts at once, where the server has named them. */
async function begin(): Promise<void> {
  const parts = document.querySelector<HTMLTemplateElement>('#application')
  if (parts) document.head.append(parts.content)
  try {
    for (const evaluate of steps) {
      await evaluate()
      await yieldToMain()
    }
  } catch (error) {
    reportError(error)
  }
}

/** Of an upload link's page; null on others, and where there is no answer: the application says why. */
async function askStatus(): Promise<unknown> {
  try {
    // What follows a '#', escaped by mail programs, is no part of it.
    const [, token] = /^\/upload\/([^/]+)\/?$/.exec(location.pathname)?.map(decodeURIComponent) ?? []
    const [link_token = ''] = token?.split('#') ?? []
    if (link_token === '') return null
    const answer = await askEarly(callUrl(addresses.getUploadStatus, { link_token }))
    return answer.ok ? ((await answer.json()) as unknown) : null
  } catch {
    return null
  }
}
