import type { English } from './catalogues/en.ts'

/** Of every page. */
const base = ['app', 'ui', 'faults'] as const

/**
 * The areas of a catalogue that are loaded together, in one request. What strangers wait for is apart from what
 * administrators read, which is one part: the browser keeps it.
 */
export const parts = {
  upload: [...base, 'upload'],
  /** Of an upload page, when they are wanted. */
  uploadLater: ['diagnostics', 'receipt'],
  download: [...base, 'moreFaults', 'download', 'saving'],
  login: [...base, 'login'],
  admin: [
    ...base,
    'moreFaults',
    'ownFaults',
    'saving',
    'session',
    'sheet',
    'look',
    'senders',
    'people',
    'copying',
    'profile',
    'keys',
    'tokens',
    'signInBy',
    'serverCheck',
    'checks',
    'findings',
    'dashboard',
    'files',
    'share',
    'folderForm',
    'forms',
    'notices',
    'history',
    'audit',
  ],
  unfit: [...base, 'unfit'],
  /** The server's. */
  site: ['site'],
  mails: ['mails'],
  doctor: ['checks', 'findings'],
} as const satisfies Record<string, readonly (keyof English)[]>

/** Pages have the others. */
export const serverParts = ['site', 'mails', 'doctor'] as const

export type Part = keyof typeof parts

/** The part of the page at a path. */
export function partOfPath(path: string): Part {
  const [, page = ''] = path.split('/', 2)
  return page === 'upload' || page === 'download' || page === 'login' ? page : 'admin'
}
