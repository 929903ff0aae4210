import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import { type AuditGroup, auditGroups, type AuditKind } from '../../../contract/auditKinds.ts'
import type { ResponseOf } from '../../api/client.ts'
import type { Fault } from '../../../core/faults/fault.ts'

export type EventFilter = 'everything' | 'own' | AuditGroup

export const folderFilters = [
  ...(['everything', 'uploads', 'downloads', 'links', 'people', 'files', 'folder'] as const),
] satisfies readonly EventFilter[]
export const accountFilters = [
  ...(['own', 'everything', 'sign-in', 'account', 'folder', 'people'] as const),
  ...(['uploads', 'files', 'downloads', 'links'] as const),
] satisfies readonly EventFilter[]

function kindsOf(filter: EventFilter): readonly AuditKind[] | undefined {
  if (filter === 'everything') return undefined
  return filter === 'own' ? [...auditGroups['sign-in'], ...auditGroups.account] : auditGroups[filter]
}

/** Returns the parameters of the request. */
export function historyQuery(filter: EventFilter, folderId: number | undefined) {
  const kinds = kindsOf(filter)
  return {
    ...(folderId !== undefined && { folder: folderId }),
    ...(kinds !== undefined && { kind: kinds.join() }),
  }
}

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

type HistoryPagesAction =
  | { type: 'requested' }
  | { type: 'filterChanged' }
  | { type: 'loaded'; page: ResponseOf<'getAudit'> }
  | { type: 'failed'; failure: Fault }

export function pagesReducer(pages: HistoryPages, action: HistoryPagesAction): HistoryPages {
  switch (action.type) {
    case 'filterChanged':
      return emptyPages
    case 'requested':
      return { ...pages, busy: true, failure: null }
    case 'loaded': {
      const { events, next, days } = action.page
      return { events: [...pages.events, ...events], next, days, busy: false, failure: null }
    }
    case 'failed':
      return { ...pages, busy: false, failure: action.failure }
  }
}
