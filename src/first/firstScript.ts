import { restrictScriptUrls } from '../../workers/shared/trustedTypes.ts'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { prefetch } from '../api/prefetch.ts'
import { yieldToMain } from '../../core/util/timeSlice.ts'
import { isSignOutStored } from '../storage/storedSignOut.ts'
import { preferredLanguage } from '../i18n/chosenLanguage.ts'
import '../ui/theme/start.css'
import { fetchLook, initialLook, storedLook } from './currentLook.ts'
import { fillFirstPage } from './fillFirstPage.ts'
import { firstCalls } from './firstCalls.ts'
import { hasFiles } from './incomingFiles.ts'
import { showLook } from './showLook.ts'

/**
 * [Note: The first of a page]
 * An upload link's page is in the HTML (prerenderUploadPage.tsx), before any script: on a phone it is visible after
 * one second, the application after three. This small script asks the server for the link's status, fills it
 * in, and starts the application when the browser has painted; the application takes over the response. The
 * static page covers the application's until that shows as much. Its inputs work: files chosen or dropped
 * meanwhile are handed over.
 */
restrictScriptUrls()
refuseStrayDrops()
const firstPage = document.getElementById('first')
const status = requestUploadStatus()
for (const url of firstCalls(location.pathname, isSignOutStored())) prefetch(url).catch(() => undefined)
const stored = storedLook()
if (stored) showLook(stored)
void fetchLook().then(showLook)
const isReadable = document.documentElement.lang === preferredLanguage()
if (firstPage) fillFirstPage(firstPage, { status, look: initialLook(), isReadable })

/** Milliseconds to wait for the status: longer than most round trips, and hardly noticeable. */
const timeoutMs = 400
const afterPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))

// Evaluating the application blocks the browser, so it paints first. A hidden page is not painted.
if (document.hidden) void startApplication()
else void Promise.race([status, timeout]).then(afterPaint).then(startApplication)

/** Modules of the application, in chunks (vite.config.ts) that are evaluated in separate tasks, and its theme. */
const loadSteps = [
  () => import('react-dom/client'),
  () => import('../ui/theme/defaultTheme.ts'),
  async () => (await import('../ui/theme/defaultTheme.ts')).defaultTheme(),
  () => import('../app/main.tsx'),
]

/** Starts the application, preloading its parts if the server has listed them. */
async function startApplication(): Promise<void> {
  const parts = document.querySelector<HTMLTemplateElement>('#application')
  if (parts) document.head.append(parts.content)
  try {
    for (const evaluate of loadSteps) {
      await evaluate()
      await yieldToMain()
    }
  } catch (error) {
    reportError(error)
  }
}

/** The status of an upload link; null on other pages, or without a response, which is reported later. */
async function requestUploadStatus(): Promise<unknown> {
  try {
    // A '#' that mail programs have escaped ends the token.
    const [, token] = /^\/upload\/([^/]+)\/?$/.exec(location.pathname)?.map(decodeURIComponent) ?? []
    const [link_token = ''] = token?.split('#') ?? []
    if (link_token === '') return null
    const response = (await prefetch(callUrl(addresses.getUploadStatus, { link_token }))).clone()
    return response.ok ? ((await response.json()) as unknown) : null
  } catch {
    return null
  }
}

/** Refuses drops that nothing handles: the browser would open the file in place of the page. */
function refuseStrayDrops(): void {
  const refuse = (event: DragEvent) => {
    const isTaken = event.defaultPrevented || isFileInput(event.target)
    if (isTaken || !(event.dataTransfer && hasFiles(event.dataTransfer))) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  // On window: after all other listeners.
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}

/** File inputs handle drops themselves. */
function isFileInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
