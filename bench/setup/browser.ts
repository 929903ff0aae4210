import type { LongTasks } from '../measure/longTasks.ts'

/** A browser as the lab drives it: by what a person does on the pages that are measured, and nothing finer. */

export type BrowserName = 'chromium' | 'firefox'

export interface BenchBrowser {
  readonly name: BrowserName
  readonly version: string
  /** Id of the process whose descendants are the browser. */
  readonly pid: number
  /** An upload page in the state that the browser was opened for. */
  openUpload: (link: string) => Promise<UploadTab>
  openDownload: (link: string) => Promise<DownloadTab>
  /** A page of the lab's own (bench/page). */
  openPage: (url: string) => Promise<LabTab>
  close: () => Promise<void>
}

interface Tab {
  /** Long tasks count from here. */
  watchTasks: () => Promise<void>
  tasks: () => Promise<LongTasks | null>
  close: () => Promise<void>
}

export interface UploadTab extends Tab {
  /** Resolves when all of them stand in the queue. Folders are dropped, files chosen. */
  queue: (source: { file: string } | { folder: string; files: number }) => Promise<void>
  /** Resolves when the page says that all have been received. */
  send: (files: number) => Promise<void>
}

export interface DownloadTab extends Tab {
  save: (name: string, bytes: number) => Promise<SavedFile>
  saveAll: () => Promise<SavedFile>
}

export interface LabTab extends Tab {
  choose: (files: string[]) => Promise<void>
  /** The value of an expression, awaited. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Follows the page's one link. */
  save: (bytes: number) => Promise<SavedFile>
}

/** A file that the browser has saved. */
export interface SavedFile {
  path: string
  remove: () => Promise<void>
}
