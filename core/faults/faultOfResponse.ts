import { type ApiCode, apiCodeOf, errorDetails as details, isApiCode } from '../../contract/errors.ts'
import { type Fault, fault } from './fault.ts'
import { withoutSecrets } from './withoutSecrets.ts'

export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter?: number | null
}

/** The fault of a refusal: by the server's code or text, or else 'refused'. @param body any JSON */
export function faultOfResponse({ status, statusText, retryAfter }: ResponseHead, body: unknown): Fault {
  const { code, detail } = membersOf(body)
  const said = textOf(detail)
  return fault(knownApiCode(status, code, said) ?? 'refused', {
    status,
    ...(said !== undefined && { said: withoutSecrets(said) }),
    ...(typeof retryAfter === 'number' && { after: retryAfter }),
    ...(said === undefined && { values: { statusText } }),
  })
}

/** The code for a text from a server that sends no codes: of an error body, or of one file among others. */
export function knownApiCode(
  status: number | null,
  code: unknown,
  said: string | undefined,
): ApiCode | undefined {
  if (typeof code === 'string' && isApiCode(code)) return code
  if (said === undefined) return undefined
  return status === 401 && said.includes(details.sessionExpired) ? 'sessionExpired' : apiCodeOf(said)
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** A text as it is; a list as `field: message` pairs, without the leading 'body' or 'query'. */
function textOf(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail === '' ? undefined : detail
  if (!Array.isArray(detail) || detail.length === 0) return undefined
  return detail.map(messageOfField).join('; ')
}

function messageOfField(item: unknown): string {
  const { loc, msg } = membersOf(item)
  const text = typeof msg === 'string' ? msg : 'Invalid value.'
  return Array.isArray(loc) && loc.length > 1 ? `${loc.slice(1).join('.')}: ${text}` : text
}
