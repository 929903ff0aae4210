import { maxJsonDepth } from './limits.ts'

/** Bounds of one body: ids of 100 000 files fit, and so do the grants of the largest change of key pair. */
export const maxJsonValues = 200_000

interface JsonBounds {
  depth: number
  values: number
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/**
 * The first bound that a JSON text exceeds, checked in its bytes before parsing: an array element takes two
 * bytes of text but a hundred of memory, and recursion goes as deep as the value. It counts open brackets,
 * and commas, outside of strings. Invalid JSON is left to the parser.
 */
export function exceededBound(
  json: Uint8Array,
  { depth: maxDepth, values: maxValues }: JsonBounds = { depth: maxJsonDepth, values: maxJsonValues },
): keyof JsonBounds | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case 91: // [
      case 123: // {
        if (++depth > maxDepth) return 'depth'
        if (++values > maxValues) return 'values'
        break
      case 93: // ]
      case 125: // }
        depth--
        break
      case COMMA:
        if (++values > maxValues) return 'values'
        break
    }
  }
  return undefined
}

/** The index after the string that starts at `from`, or after the last byte. */
function endOfString(json: Uint8Array, from: number): number {
  for (let at = json.indexOf(QUOTE, from + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes++
    // An odd number of backslashes escapes the quote. The count ends at the opening quote at the latest.
    if (backslashes % 2 === 0) return at
  }
  return json.length
}
