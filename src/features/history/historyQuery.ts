import { type AuditGroup, auditGroups, type AuditKind } from '../../../contract/auditKinds.ts'

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
