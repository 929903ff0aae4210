/** Start of a calendar day such as '2026-11-24' in UTC; null for any other text. */
export function parseDay(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  const exists = day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return exists ? day : null
}
