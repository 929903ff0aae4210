import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import { type AuditGroup, auditGroups, type AuditKind } from '../../../contract/auditKinds.ts'
import type { ResponseOf } from '../../api/client.ts'
import type { Fault } from '../../../core/faults/fault.ts'

/** Filter of events: all, those of the account, or one group. */
export type EventFilter = 'everything' | 'own' | AuditGroup

/** Filters offered for a folder and for the profile. */
export const folderFilters = [
  ...(['everything', 'uploads', 'downloads', 'links', 'people', 'files', 'folder'] as const),
] satisfies readonly EventFilter[]
export const accountFilters = [
  ...(['own', 'everything', 'sign-in', 'account', 'folder', 'people'] as const),
  ...(['uploads', 'files', 'downloads', 'links'] as const),
] satisfies readonly EventFilter[]

function kindsOf(choice: EventFilter): readonly AuditKind[] | undefined {
  if (choice === 'everything') return undefined
  return choice === 'own' ? [...auditGroups['sign-in'], ...auditGroups.account] : auditGroups[choice]
}

/** Parameters of the request. */
export interface HistoryQuery {
  folder?: number
  kind?: string
}

export function historyQuery(choice: EventFilter, folderId: number | undefined): HistoryQuery {
  const kinds = kindsOf(choice)
  return {
    ...(folderId !== undefined && { folder: folderId }),
    ...(kinds !== undefined && { kind: kinds.join() }),
  }
}

/** The loaded pages, newest first. */
export interface HistoryPages {
  events: readonly AuditEvent[]
  /** Cursor of the next page; null if there is none, undefined if nothing was loaded. */
  next: number | null | undefined
  days: number | undefined
  busy: boolean
  failure: Fault | null
}

export const emptyPages: HistoryPages = {
  events: [],
  next: undefined,
  days: undefined,
  busy: true,
  failure: null,
}

export type HistoryPagesAction =
  | { type: 'asked' }
  | { type: 'chosen' }
  | { type: 'came'; page: ResponseOf<'getAudit'> }
  | { type: 'failed'; failure: Fault }

export function pagesReducer(pages: HistoryPages, action: HistoryPagesAction): HistoryPages {
  switch (action.type) {
    case 'chosen':
      return emptyPages
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
