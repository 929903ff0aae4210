import type { CallName } from '../../contract/addresses.ts'

/**
 * [Note: Labels]
 *
 * Each combination of labels is a series that Prometheus keeps, so all of them come from short lists of our own: a route
 * is its pattern, and never what stands in an address, where tokens and numbers of folders are. What visitors make up (paths that do
 * not exist, methods) falls into one series.
 */
export interface RequestLabels {
  kind: 'upload' | 'download' | 'call' | 'health' | 'page'
  route: string
  method: string
  /** Undefined: no call of the contract. */
  call: CallName | undefined
}

const uploads: ReadonlySet<string> = new Set<CallName>(['uploadFiles', 'putPart'])
const downloads: ReadonlySet<string> = new Set<CallName>([
  'downloadFile',
  'downloadFilesTogether',
  'downloadSharedFile',
  'downloadSharedFilesTogether',
])
const signIns: ReadonlySet<string> = new Set<CallName>(['login', 'loginSecondStep'])
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** @param pattern of the route; undefined where there is none */
export function requestLabels(
  pattern: string | undefined,
  method: string,
  call: CallName | undefined,
): RequestLabels {
  return { ...placeOf(pattern, call), method: methods.includes(method) ? method : 'other', call }
}

function placeOf(
  pattern: string | undefined,
  call: CallName | undefined,
): Pick<RequestLabels, 'kind' | 'route'> {
  if (call !== undefined) {
    const kind = uploads.has(call) ? 'upload' : downloads.has(call) ? 'download' : 'call'
    return { kind, route: pattern ?? call }
  }
  if (pattern === '/healthz' || pattern === '/readyz') return { kind: 'health', route: pattern }
  // Files of the pages have a route each: hundreds, that nobody tells apart.
  return { kind: 'page', route: pattern === undefined ? '(none)' : '(pages)' }
}

export type Refusal = 'too_many' | 'no_room' | 'gate' | 'sign_in'

/** Why somebody was refused who may have done nothing wrong; undefined for all other answers. */
export function refusal({ route, call }: RequestLabels, status: number): Refusal | undefined {
  if (status === 429) return 'too_many'
  if (status === 507) return 'no_room'
  if (call === undefined) return undefined
  const isDenied = status === 401 || status === 403
  if (isDenied && signIns.has(call)) return 'sign_in'
  const isWrongCode = call === 'verifyUploadCode' && status === 400
  return isWrongCode || (isDenied && route.includes('/:link_token')) ? 'gate' : undefined
}
