import type { English } from './catalogues/en.ts'

/** Areas that every page loads. */
const base = ['app', 'ui', 'faults'] as const

/** Areas of a catalogue that load together: small parts for public pages, one for the account pages. */
export const parts = {
  upload: [...base, 'gate', 'upload'],
  /** Loaded by the upload page on demand. */
  uploadLater: ['proof', 'diagnostics', 'receipt'],
  download: [...base, 'gate', 'moreFaults', 'download', 'saving'],
  login: [...base, 'login'],
  admin: [
    ...base,
    'moreFaults',
    'ownFaults',
    'saving',
    'session',
    'sheet',
    'look',
    'rules',
    'senders',
    'people',
    'copying',
    'profile',
    'proof',
    'keys',
    'passkeys',
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
  /** Used by the server only. */
  site: ['site'],
  mails: ['mails'],
  doctor: ['checks', 'findings'],
} as const satisfies Record<string, readonly (keyof English)[]>

/** Parts that pages do not load. */
export const serverParts = ['site', 'mails', 'doctor'] as const

export type Part = keyof typeof parts

/** The part for a page's path. */
export function partOfPath(path: string): Part {
  const [, page = ''] = path.split('/', 2)
  return page === 'upload' || page === 'download' || page === 'login' ? page : 'admin'
}
