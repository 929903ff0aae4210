import { maxJsonDepth } from './limits.ts'

/** Of one body: the ids of 100 000 files fit in, and the grants of a key pair as large as they may be. */
export const maxJsonValues = 200_000

export interface JsonBounds {
  depth: number
  values: number
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/**
 * Which of the bounds a JSON text is beyond, if any, told by its bytes before anything is made of it: an array takes two
 * bytes of text and a hundred of memory, and whatever walks over the value goes as deep as it does. It counts the
 * brackets that are open and the commas, both outside of strings. What is no JSON is found by whoever parses it.
 */
export function beyondBounds(
  json: Uint8Array,
  { depth: mostDepth, values: mostValues }: JsonBounds = { depth: maxJsonDepth, values: maxJsonValues },
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
        if (++depth > mostDepth) return 'depth'
        if (++values > mostValues) return 'values'
        break
      case 93: // ]
      case 125: // }
        depth--
        break
      case COMMA:
        if (++values > mostValues) return 'values'
        break
    }
  }
  return undefined
}

/** Where the string that begins at `from` ends: at its closing quote, or behind the last byte. */
function endOfString(json: Uint8Array, from: number): number {
  for (let at = json.indexOf(QUOTE, from + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes++
    // An odd number of them escapes the quote. They end at the opening one at the latest.
    if (backslashes % 2 === 0) return at
  }
  return json.length
}
