import { minLinkPasswordLength } from '../../../contract/limits.ts'

/** What the person chooses for a link; times as a datetime-local field has them. */
export interface LinkFields {
  hasPassword: boolean
  password: string
  confirmation: string
  expires: boolean
  expiration: string
}

const defaultDays = 3

/** The third day from now, at this time of day, on this machine's clock. */
export function newLinkFields(now: Date): LinkFields {
  const expiration = new Date(now)
  expiration.setDate(expiration.getDate() + defaultDays)
  return {
    hasPassword: true,
    password: '',
    confirmation: '',
    expires: true,
    expiration: dateTimeLocal(expiration),
  }
}

/** '2026-11-24T09:05' */
function dateTimeLocal(time: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`
}

export type LinkProblems = Partial<Record<'password' | 'confirmation' | 'expiration', string>>

/** What is wrong, field by field; nothing when the link can be made. */
export function linkProblems(fields: LinkFields, now: Date): LinkProblems {
  const problems: LinkProblems = {}
  if (fields.hasPassword) {
    if (fields.password.length < minLinkPasswordLength) {
      problems.password = `Password must be at least ${minLinkPasswordLength} characters long.`
    } else if (fields.password !== fields.confirmation) problems.confirmation = 'Passwords do not match.'
  }
  if (fields.expires) {
    const expiration = new Date(fields.expiration)
    if (Number.isNaN(expiration.getTime())) {
      problems.expiration = 'Please select a valid expiration date.'
    } else if (expiration <= now) problems.expiration = 'The expiration date must be in the future.'
  }
  return problems
}

/** As the call wants it. */
export const expirationOf = ({ expires, expiration }: LinkFields): string | null =>
  expires ? new Date(expiration).toISOString() : null
