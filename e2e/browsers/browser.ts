import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A browser with a profile of its own, driven as little as possible: a debugger changes what is measured here. */
export interface Browser {
  readonly name: string
  /** Id of the process whose descendants are the browser. */
  readonly pid: number
  /** Folder into which it saves. */
  readonly downloads: string
  goTo: (url: string) => Promise<void>
  /** As a person clicks: at the place where the element is. `xpath` names one element. */
  click: (xpath: string) => Promise<void>
  /** The value of an expression in the page. */
  evaluate: <T>(expression: string) => Promise<T>
  close: () => Promise<void>
}

/** A home folder for one browser, removed with it. */
export interface BrowserHome {
  path: string
  downloads: string
  remove: () => void
}

export function newBrowserHome(): BrowserHome {
  const path = mkdtempSync(join(tmpdir(), 'sealpost-browser-'))
  const downloads = join(path, 'downloads')
  for (const folder of [downloads, join(path, 'run')]) mkdirSync(folder, { mode: 0o700 })
  return { path, downloads, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Tries until it works; the last failure when it never does. */
export async function retryFor<T>(seconds: number, attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(200)
    }
  }
}
