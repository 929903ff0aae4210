import { shownLines, shownText } from '../../contract/shownText.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import { givenFiles, givenItems, handOver } from './handedOver.ts'
import { marks } from './marks.ts'

interface Told {
  /** What the server says of the link, unchecked; null: nothing, or no. */
  status: Promise<unknown>
  /** Whether it is drawn in the language of whoever sees it. */
  isReadable: boolean
}

/** What is drawn of a page before its application: says what is told, takes what is given, and goes when that is there. */
export function showFirst(first: HTMLElement, { status, isReadable }: Told): void {
  if (!isReadable) leaveHeader(first)
  first.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) chooseFor(button)
  })
  if (!('webkitdirectory' in HTMLInputElement.prototype)) {
    for (const page of pagesOf(first)) buttonsOf(page)[2]?.remove()
  }
  for (const page of pagesOf(first)) listenTo(page)
  const stopTakingDrops = takeDrops(first)
  void status.then((link) => {
    if (isOpen(link)) tell(first, link)
    else leaveHeader(first)
  })
  goWhenReady(first, stopTakingDrops)
}

/** One for whoever points with a mouse, one for fingers: drawUpload.tsx. */
const pagesOf = (first: HTMLElement) => first.querySelectorAll<HTMLElement>(':scope > [data-title]')
/** The place for files as a whole, then those to choose files and a folder. */
const buttonsOf = (page: HTMLElement) => [...page.querySelectorAll('button')]

/** What follows is for the application to show: a gate, a failure, another language. */
const leaveHeader = (first: HTMLElement) =>
  first.querySelectorAll('main, footer').forEach((part) => part.replaceChildren())

type Link = Pick<UploadStatus, 'title' | 'description' | 'max_file_bytes'>

/** Of an answer that nobody has checked yet. */
function isOpen(link: unknown): link is Link {
  const { title, requires_password, requires_email, sender_fields } = (link ?? {}) as Partial<UploadStatus>
  return typeof title === 'string' && !requires_password && !requires_email && !sender_fields?.length
}

/** In a copy: what is new where it stands has not moved. */
function tell(first: HTMLElement, { title, description, max_file_bytes }: Link): void {
  const lines = [greetingOf(document), description].filter((text) => typeof text === 'string' && text !== '')
  for (const page of pagesOf(first)) {
    const told = page.cloneNode(true) as HTMLElement
    const heading = told.querySelector('h1')
    const words = told.querySelector<HTMLElement>('p[hidden]')
    const named = told.dataset.title?.replace(marks.title, () => title)
    if (!heading || !words || named === undefined) continue
    heading.textContent = shownText(named)
    for (const line of lines) {
      const copy = words.cloneNode() as HTMLElement
      copy.hidden = false
      copy.textContent = shownLines(line as string)
      words.before(copy)
    }
    words.remove()
    const limit = told.querySelector<HTMLElement>('[data-limit]')
    // The application says another one, where this one stands.
    if (limit && limit.dataset.limit !== String(max_file_bytes ?? limit.dataset.limit))
      limit.style.visibility = 'hidden'
    listenTo(told)
    page.replaceWith(told)
  }
}

/** The operator's; as src/ui/ownLook.ts reads it. */
function greetingOf(page: Document): unknown {
  try {
    const look = page.querySelector<HTMLMetaElement>('meta[name="look"]')?.content ?? 'null'
    return (JSON.parse(look) as { greeting?: unknown } | null)?.greeting
  } catch {
    return null
  }
}

const inputsOf = (page: HTMLElement) => page.querySelectorAll('input')

/**
 * By themselves, since what fills them need not have used the buttons. The chooser stays open when what it was opened
 * from is gone, and its input tells what was chosen.
 */
function listenTo(page: HTMLElement): void {
  for (const input of inputsOf(page)) {
    // The application says why a folder yields nothing.
    input.onchange = () => {
      const files = input.files ?? []
      if (files.length > 0 || input.webkitdirectory) handOver(givenFiles(files))
    }
  }
}

function chooseFor(button: HTMLButtonElement): void {
  const page = button.closest<HTMLElement>('[data-title]')
  if (!page) return
  const isFolder = buttonsOf(page).indexOf(button) === 2
  inputsOf(page)[isFolder ? 1 : 0]?.click()
}

/** Wherever on the page: a browser opens, in place of the page, a file that nobody takes. @returns ends that */
function takeDrops(first: HTMLElement): () => void {
  const listening = new AbortController()
  const listen = (type: 'dragover' | 'dragleave' | 'drop', hear: (transfer: DataTransfer) => void) => {
    const heard = (event: DragEvent) => {
      mark(first, type === 'dragover')
      // The application has taken it, or it is no file.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      hear(event.dataTransfer)
    }
    document.addEventListener(type, heard, { signal: listening.signal })
  }
  listen('dragover', (transfer) => (transfer.dropEffect = 'copy'))
  listen('dragleave', () => undefined)
  listen('drop', (transfer) => handOver(givenItems(transfer)))
  return () => listening.abort()
}

/** As the application's own place for files, while something is held over it. */
function mark(first: HTMLElement, isOver: boolean): void {
  for (const page of pagesOf(first)) buttonsOf(page)[0]?.setAttribute('data-over', String(isOver))
}

/** When the application shows more than that it loads. */
function goWhenReady(first: HTMLElement, onGone: () => void): void {
  const root = document.getElementById('root')
  if (!root) return
  const look = () => {
    if (!root.querySelector('main') || root.querySelector('[data-loading]')) return
    watching.disconnect()
    first.remove()
    onGone()
  }
  const watching = new MutationObserver(look)
  watching.observe(root, { childList: true, subtree: true })
}
