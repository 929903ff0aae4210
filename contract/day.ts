/** '2026-11-24', and a day that there is, at its first moment in UTC; null of anything else. */
export function dayIn(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  const isThere = day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return isThere ? day : null
}
