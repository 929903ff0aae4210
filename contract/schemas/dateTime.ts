import { z } from './zod.ts'

/** An ISO 8601 time with offset whose year has four digits in UTC: times are stored as UTC texts, which must sort. */
export const dateTime = (error: string) =>
  z.iso
    .datetime({ offset: true, error, abort: true })
    .refine((text) => /^[0-9]{4}-/.test(toUtcText(text)), error)

function toUtcText(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
