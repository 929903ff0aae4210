/** Parses a text of anybody. Empty unless it is a JSON object or an array. */
export function parseJsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
