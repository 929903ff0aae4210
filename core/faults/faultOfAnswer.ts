import type { ErrorBody } from '../../contract/schemas/errorBody.ts'
import { type ApiCode, codeOf, detail as details, isApiCode } from '../../contract/errors.ts'
import { type Fault, fault } from './fault.ts'
import { withoutSecrets } from './withoutSecrets.ts'

/** The head of an answer that is not a success. */
export interface AnswerHead {
  readonly status: number
  readonly statusText: string
  /** Seconds to wait, as the server asks. */
  readonly retryAfter?: number | null
}

/**
 * What the server refuses, by the code it sends; by its text where it sends none; else 'refused' with what it said.
 * @param body as parsed from JSON, which may be anything
 */
export function faultOfAnswer({ status, statusText, retryAfter }: AnswerHead, body: unknown): Fault {
  const { code, detail } = bodyOf(body)
  const said = saidIn(detail)
  return fault(knownCode(status, code, said) ?? 'refused', {
    status,
    ...(said !== undefined && { said: withoutSecrets(said) }),
    ...(typeof retryAfter === 'number' && { after: retryAfter }),
    ...(said === undefined && { values: { statusText } }),
  })
}

/** The code of a text of the server that came without: in an error body, or for one file among others. */
export function knownCode(
  status: number | null,
  code: unknown,
  said: string | undefined,
): ApiCode | undefined {
  if (typeof code === 'string' && isApiCode(code)) return code
  if (said === undefined) return undefined
  return status === 401 && said.includes(details.sessionExpired) ? 'sessionExpired' : codeOf(said)
}

type Said = { readonly [Name in keyof ErrorBody]?: unknown }

const bodyOf = (body: unknown): Said => (typeof body === 'object' && body !== null ? body : {})

/** A sentence as it is; a list as `field: message` pairs, without the 'body' or 'query' the field stands in. */
function saidIn(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail === '' ? undefined : detail
  if (!Array.isArray(detail) || detail.length === 0) return undefined
  return detail.map(saidOfField).join('; ')
}

function saidOfField(item: unknown): string {
  const { loc, msg }: FieldFault = typeof item === 'object' && item !== null ? item : {}
  const text = typeof msg === 'string' ? msg : 'Invalid value.'
  return Array.isArray(loc) && loc.length > 1 ? `${loc.slice(1).join('.')}: ${text}` : text
}

interface FieldFault {
  readonly loc?: unknown
  readonly msg?: unknown
}
