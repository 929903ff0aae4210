import type { CallName } from '../../contract/addresses.ts'

/**
 * [Note: Labels]
 *
 * Each combination of labels is a time series, so all values come from short fixed lists. A route is its
 * pattern, never an address, which contains tokens and ids. Anything that visitors can invent (unknown paths,
 * methods) falls into one series.
 */
export interface RequestLabels {
  kind: 'upload' | 'download' | 'call' | 'health' | 'page'
  route: string
  method: string
  /** Undefined if the request is not a call of the contract. */
  call: CallName | undefined
}

const uploadCalls: ReadonlySet<string> = new Set<CallName>(['uploadFiles', 'putPart'])
const downloadCalls: ReadonlySet<string> = new Set<CallName>([
  'downloadFile',
  'downloadFilesTogether',
  'downloadSharedFile',
  'downloadSharedFilesTogether',
])
const signInCalls: ReadonlySet<string> = new Set<CallName>(['login', 'loginSecondStep'])
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** @param pattern pattern of the route; undefined if none matched */
export function requestLabels(
  pattern: string | undefined,
  method: string,
  call: CallName | undefined,
): RequestLabels {
  return { ...routeLabels(pattern, call), method: methods.includes(method) ? method : 'other', call }
}

function routeLabels(
  pattern: string | undefined,
  call: CallName | undefined,
): Pick<RequestLabels, 'kind' | 'route'> {
  if (call !== undefined) {
    const kind = uploadCalls.has(call) ? 'upload' : downloadCalls.has(call) ? 'download' : 'call'
    return { kind, route: pattern ?? call }
  }
  if (pattern === '/healthz' || pattern === '/readyz') return { kind: 'health', route: pattern }
  // Each asset has its own route: hundreds that need no series of their own.
  return { kind: 'page', route: pattern === undefined ? '(none)' : '(pages)' }
}

export type RefusalReason = 'too_many' | 'no_room' | 'gate' | 'sign_in'

/** Reason for refusing a request that may be legitimate. Undefined for all other responses. */
export function refusalReason({ route, call }: RequestLabels, status: number): RefusalReason | undefined {
  if (status === 429) return 'too_many'
  if (status === 507) return 'no_room'
  if (call === undefined) return undefined
  const isDenied = status === 401 || status === 403
  if (isDenied && signInCalls.has(call)) return 'sign_in'
  const isWrongCode = call === 'verifyUploadCode' && status === 400
  return isWrongCode || (isDenied && route.includes('/:link_token')) ? 'gate' : undefined
}
