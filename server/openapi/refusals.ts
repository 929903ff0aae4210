import { z } from 'zod'
import type { Call } from '../../contract/call.ts'
import { callDescriptions } from '../../contract/callDescriptions.ts'
import { errorDetails, type ApiCode } from '../../contract/errors.ts'
import { admissions } from '../../contract/scopes.ts'
import type { Json } from './schemaConverter.ts'

/** General meaning of each status. The codes are specific. */
const statusMeanings: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or does not fit together.',
  401: 'Nobody is signed in, or a password, code or token is wrong.',
  403: 'Whoever asks may not do that.',
  404: 'There is no such thing, or it is not the caller’s.',
  408: 'The body came too slowly.',
  409: 'It does not fit what is there by now.',
  410: 'The link is over.',
  413: 'The body is too large.',
  415: 'The call takes no body of this type.',
  416: 'The file has no such range.',
  422: 'A parameter or field is wrong: `detail` lists which, or is a sentence.',
  429: 'Too often. `Retry-After` says when to come again.',
  503: 'The server cannot do that at the moment. The same request may succeed later.',
  507: 'There is no room.',
}

export const isUnsafeCall = ({ method }: Call): boolean => method !== 'GET'

/** Path parameters whose unknown values get a 404 instead of 422 (server/plugins/errorHandler.ts). */
const randomParameters = ['link_token', 'upload_id']
const hasNumberParameter = ({ params }: Call): boolean =>
  params instanceof z.ZodObject && Object.keys(params.shape).some((name) => !randomParameters.includes(name))

/** Errors of all calls of the same kind. */
function commonRefusals(call: Call): Record<number, readonly ApiCode[]> {
  const admission = admissions[call.name]
  const isPublic = admission === 'anybody' || admission === 'upload-link'
  const takesTokens = typeof admission !== 'string'
  return {
    400: ['tokenWithCookies'],
    ...(!isPublic && {
      401: ['notAuthenticated', 'sessionExpired', ...(takesTokens ? (['tokenUnknown'] as const) : [])],
    }),
    403: [takesTokens ? 'tokenScope' : 'tokenNotTaken', ...(isUnsafeCall(call) ? (['csrf'] as const) : [])],
    ...(isUnsafeCall(call) && { 413: ['requestTooLarge'], 415: [] }),
    ...((call.body ?? call.query ?? hasNumberParameter(call)) && { 422: call.body ? ['unknownField'] : [] }),
    ...((takesTokens || (!isPublic && isUnsafeCall(call))) && { 429: [] }),
    503: ['storageUnavailable', 'shuttingDown'],
    507: ['outOfSpace'],
  }
}

/** Errors of a call: status → codes. */
export function refusalsOf(call: Call): Map<number, readonly ApiCode[]> {
  const all = new Map<number, readonly ApiCode[]>()
  for (const refusals of [commonRefusals(call), callDescriptions[call.name].refusals ?? {}])
    for (const [status, codes] of Object.entries(refusals))
      all.set(Number(status), [...new Set([...(all.get(Number(status)) ?? []), ...codes])])
  const limited = all.get(429)
  if (limited !== undefined) all.set(429, ['tooManyRequests', ...limited])
  return all
}

const retryAfter: Json = {
  description: 'Seconds until the call may be tried again.',
  schema: { type: 'integer', minimum: 1 },
}

/** Response of an error, and the name under which calls with the same errors share it. */
export function refusalResponse(status: number, codes: readonly ApiCode[]): { name: string; response: Json } {
  const meaning = statusMeanings[status]
  if (meaning === undefined) throw new Error(`What ${status} means is not said.`)
  const $ref = '#/components/schemas/ErrorBody'
  return {
    name: [status, ...codes].join('-'),
    response: {
      description: [meaning, ...codes.map((code) => `- \`${code}\`: ${errorDetails[code]}`)].join('\n'),
      ...(status === 429 && { headers: { 'Retry-After': retryAfter } }),
      content: {
        'application/json': {
          schema: codes.length === 0 ? { $ref } : { $ref, properties: { code: { enum: codes } } },
        },
      },
    },
  }
}
