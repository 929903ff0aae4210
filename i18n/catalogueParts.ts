import type { English } from './catalogues/en.ts'

/** Areas that every page loads. */
const baseAreas = ['app', 'ui', 'faults'] as const

/** Areas of a catalogue that load together: small parts for public pages, one for the account pages. */
export const catalogueParts = {
  upload: [...baseAreas, 'gate', 'upload'],
  /** Loaded by the upload page on demand. */
  uploadLater: ['messageDraft', 'proof', 'diagnostics', 'receipt'],
  download: [...baseAreas, 'gate', 'moreFaults', 'download', 'message', 'preview', 'saving'],
  login: [...baseAreas, 'login'],
  reminders: [...baseAreas, 'reminders'],
  admin: [
    ...baseAreas,
    'moreFaults',
    'ownFaults',
    'message',
    'preview',
    'saving',
    'session',
    'sheet',
    'look',
    'rules',
    'senders',
    'people',
    'hidingNames',
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
    'trash',
    'share',
    'send',
    'sent',
    'folderForm',
    'forms',
    'notices',
    'history',
    'audit',
  ],
  unfit: [...baseAreas, 'unfit'],
  /** Used by the server only. */
  site: ['site'],
  mails: ['mails'],
  doctor: ['checks', 'findings'],
} as const satisfies Record<string, readonly (keyof English)[]>

/** Parts that pages do not load. */
export const serverCatalogueParts = ['site', 'mails', 'doctor'] as const

export type CataloguePart = keyof typeof catalogueParts

/** The part for a page's path. */
export function cataloguePartFor(path: string): CataloguePart {
  const [, page = ''] = path.split('/', 2)
  return ['upload', 'download', 'login', 'reminders'].includes(page) ? (page as CataloguePart) : 'admin'
}
