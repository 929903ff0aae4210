import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import { type AuditGroup, auditGroups, type AuditKind } from '../../../contract/auditKinds.ts'
import type { ResponseOf } from '../../api/client.ts'
import type { Fault } from '../../../core/faults/fault.ts'

/** Filter of events: all, those of the account, or one group. */
export type Choice = 'everything' | 'own' | AuditGroup

/** Filters offered for a folder and for the profile. */
export const choicesOfFolder = [
  ...(['everything', 'uploads', 'downloads', 'links', 'people', 'files', 'folder'] as const),
] satisfies readonly Choice[]
export const choicesOfAccount = [
  ...(['own', 'everything', 'sign-in', 'account', 'folder', 'people'] as const),
  ...(['uploads', 'files', 'downloads', 'links'] as const),
] satisfies readonly Choice[]

function kindsOf(choice: Choice): readonly AuditKind[] | undefined {
  if (choice === 'everything') return undefined
  return choice === 'own' ? [...auditGroups['sign-in'], ...auditGroups.account] : auditGroups[choice]
}

/** Parameters of the request. */
export interface HistoryQuery {
  folder?: number
  kind?: string
}

export function askedFor(choice: Choice, folderId: number | undefined): HistoryQuery {
  const kinds = kindsOf(choice)
  return {
    ...(folderId !== undefined && { folder: folderId }),
    ...(kinds !== undefined && { kind: kinds.join() }),
  }
}

/** The loaded pages, newest first. */
export interface Pages {
  events: readonly AuditEvent[]
  /** Cursor of the next page; null if there is none, undefined if nothing was loaded. */
  next: number | null | undefined
  days: number | undefined
  busy: boolean
  failure: Fault | null
}

export const noPages: Pages = { events: [], next: undefined, days: undefined, busy: true, failure: null }

export type PagesAction =
  | { type: 'asked' }
  | { type: 'chosen' }
  | { type: 'came'; page: ResponseOf<'getAudit'> }
  | { type: 'failed'; failure: Fault }

export function pagesAfter(pages: Pages, action: PagesAction): Pages {
  switch (action.type) {
    case 'chosen':
      return noPages
    case 'asked':
      return { ...pages, busy: true, failure: null }
    case 'came': {
      const { events, next, days } = action.page
      return { events: [...pages.events, ...events], next, days, busy: false, failure: null }
    }
    case 'failed':
      return { ...pages, busy: false, failure: action.failure }
  }
}
