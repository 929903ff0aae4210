import { shownLines, shownText } from '../../contract/shownText.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import type { ShownLook } from '../ui/theme/readLook.ts'
import { hasFiles, incomingFilesOf, fromDataTransfer, uploadPageFiles } from './incomingFiles.ts'
import { placeholders } from './placeholders.ts'

interface FirstPageOptions {
  /** The server's status of the link, unchecked; null if it failed or was refused. */
  status: Promise<unknown>
  look: Promise<ShownLook | null>
  /** True if the page is in the visitor's language. */
  isReadable: boolean
}

/** Fills the static page with the status and takes files until the application shows. */
export function fillFirstPage(firstPage: HTMLElement, { status, look, isReadable }: FirstPageOptions): void {
  if (!isReadable) leaveOnlyHeader(firstPage)
  firstPage.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) openFileChooser(button)
  })
  if (!('webkitdirectory' in HTMLInputElement.prototype)) {
    firstPage.querySelectorAll(folderButton).forEach((button) => button.remove())
  }
  for (const page of pagesOf(firstPage)) listenToInputs(page)
  const stopTakingFiles = takeGivenFiles(firstPage)
  void Promise.all([status, look]).then(([link, look]) => {
    if (isOpenLink(link)) fillInLink(firstPage, link, look?.greeting)
    else leaveOnlyHeader(firstPage)
  })
  removeWhenReady(firstPage, stopTakingFiles)
}

/** The page for a mouse and the one for touch: prerenderUploadPage.tsx. */
const pagesOf = (first: HTMLElement) => first.querySelectorAll<HTMLElement>(':scope > [data-title]')
const folderButton = '[data-choose="folder"]'

/** Leaves the rest to the application, which shows a gate, a failure or another language. */
const leaveOnlyHeader = (first: HTMLElement) =>
  first.querySelectorAll('main, footer').forEach((part) => part.replaceChildren())

type OpenLink = Pick<
  UploadStatus,
  'title' | 'description' | 'owner_name' | 'retention_days' | 'max_file_bytes'
>

/** True if the link can take files at once. The response is unchecked. */
function isOpenLink(link: unknown): link is OpenLink {
  const { title, requires_password, requires_email, sender_fields } = (link ?? {}) as Partial<UploadStatus>
  return typeof title === 'string' && !requires_password && !requires_email && !sender_fields?.length
}

/** Fills in a copy: text that appears with a new element does not count as layout shift. */
function fillInLink(
  firstPage: HTMLElement,
  { title, description, owner_name, retention_days, max_file_bytes }: OpenLink,
  greeting?: string | null,
): void {
  const lines = [greeting, description].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  for (const page of pagesOf(firstPage)) {
    const filled = page.cloneNode(true) as HTMLElement
    const heading = filled.querySelector('h1')
    const paragraph = filled.querySelector<HTMLElement>('p[hidden]')
    const titleText = filled.dataset.title?.replace(placeholders.title, () => title)
    if (!heading || !paragraph || titleText === undefined) continue
    heading.textContent = shownText(titleText)
    const request =
      typeof owner_name === 'string'
        ? filled.dataset.asks?.replace(placeholders.owner, () => shownText(owner_name))
        : undefined
    const { keptDay, keptDays } = filled.dataset
    const kept =
      typeof retention_days === 'number'
        ? (retention_days === 1 ? keptDay : keptDays)?.replace(placeholders.days, String(retention_days))
        : undefined
    for (const line of [request, ...lines, kept]) {
      if (line === undefined) continue
      const copy = paragraph.cloneNode() as HTMLElement
      copy.hidden = false
      copy.textContent = shownLines(line)
      if (line === request) copy.style.fontWeight = '600'
      paragraph.before(copy)
    }
    paragraph.remove()
    const limit = filled.querySelector<HTMLElement>('[data-limit]')
    // The application shows another limit in the same place.
    if (limit && limit.dataset.limit !== String(max_file_bytes ?? limit.dataset.limit))
      limit.style.visibility = 'hidden'
    listenToInputs(filled)
    page.replaceWith(filled)
  }
}

const inputsOf = (page: HTMLElement) => page.querySelectorAll('input')

/** Listens on the inputs: a file chooser outlives the removal of its input, which still gets `change`. */
function listenToInputs(page: HTMLElement): void {
  for (const input of inputsOf(page)) {
    // The application explains why a folder is empty.
    input.onchange = () => {
      const files = input.files ?? []
      if (files.length > 0 || input.webkitdirectory) uploadPageFiles.deliver(incomingFilesOf(files))
    }
  }
}

function openFileChooser(button: HTMLButtonElement): void {
  const page = button.closest<HTMLElement>('[data-title]')
  if (!page || button.matches('[data-choose="message"]')) return
  inputsOf(page)[button.matches(folderButton) ? 1 : 0]?.click()
}

/** Takes drops and pasted files anywhere on the page: the browser would open what is dropped. @returns a function that stops it */
function takeGivenFiles(firstPage: HTMLElement): () => void {
  const listening = new AbortController()
  const listen = (type: 'dragover' | 'dragleave' | 'drop', onEvent: (transfer: DataTransfer) => void) => {
    const listener = (event: DragEvent) => {
      highlight(firstPage, type === 'dragover')
      // The application has handled it, or it is no file.
      if (event.defaultPrevented || !(event.dataTransfer && hasFiles(event.dataTransfer))) return
      event.preventDefault()
      onEvent(event.dataTransfer)
    }
    document.addEventListener(type, listener, { signal: listening.signal })
  }
  listen('dragover', (transfer) => (transfer.dropEffect = 'copy'))
  listen('dragleave', () => undefined)
  const deliver = (transfer: DataTransfer) => uploadPageFiles.deliver(fromDataTransfer(transfer))
  listen('drop', deliver)
  const onPaste = (event: ClipboardEvent) => {
    if (!event.clipboardData?.files.length) return
    event.preventDefault()
    deliver(event.clipboardData)
  }
  document.addEventListener('paste', onPaste, { signal: listening.signal })
  return () => listening.abort()
}

function highlight(firstPage: HTMLElement, isOver: boolean): void {
  for (const zone of firstPage.querySelectorAll('[data-over]')) zone.setAttribute('data-over', String(isOver))
}

/** Removes the page when the application shows more than a loading text. */
function removeWhenReady(firstPage: HTMLElement, onGone: () => void): void {
  const root = document.getElementById('root')
  if (!root) return
  const look = () => {
    if (!root.querySelector('main') || root.querySelector('[data-loading]')) return
    watching.disconnect()
    firstPage.remove()
    onGone()
  }
  const watching = new MutationObserver(look)
  watching.observe(root, { childList: true, subtree: true })
}
