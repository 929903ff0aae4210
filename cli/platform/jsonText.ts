import type { z } from '../../contract/schemas/zod.ts'

/** Parses a text of the disk, which may be truncated or of another version. @returns null unless it has the shape */
export function parsedAs<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
