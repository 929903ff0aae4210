import { maxJsonDepth } from '../../contract/limits.ts'
import { TimeSlice } from './timeSlice.ts'

/** Number of characters scanned at once, which takes much less than a time slice. */
const pieceLength = 64 * 1024
/** Maximum number of characters of one object. A link has the names of ten thousand files. */
export const maxListedObjectLength = 8 * 1024 * 1024

/**
 * Streams the objects of a JSON array, in portions, without blocking the page (see timeSlice.ts).
 * @param maxBytes maximum size of the body, for a caller that collects all objects
 * @throws SyntaxError for another value, a truncated or too long one, and for a too long object; errors of `body`
 */
export async function* readJsonArray<T>(
  body: ReadableStream<Uint8Array>,
  maxBytes = Infinity,
): AsyncGenerator<T[], void> {
  const decoder = new TextDecoder()
  const objects = new ObjectScanner()
  const slice = new TimeSlice()
  // Not `for await`: WebKit and Chrome before 124 do not iterate streams.
  const reader = body.getReader()
  try {
    let bytes = 0
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length
      if (bytes > maxBytes) throw limitError()
      const text = decoder.decode(read.value, { stream: true })
      for (let from = 0; from < text.length; from += pieceLength) {
        const completed = objects.scan(text.slice(from, from + pieceLength))
        if (completed !== null) yield JSON.parse(completed) as T[]
        if (slice.isOver) await slice.next()
      }
    }
  } finally {
    // For a consumer that stops early; a stream that failed or ended ignores it.
    await reader.cancel().catch(() => undefined)
  }
  if (!objects.isComplete) throw new SyntaxError('The list is incomplete.')
}

/** Finds the ends of the array's own objects; JSON.parse validates them. */
class ObjectScanner {
  /** The text from the first incomplete object on. */
  #text = ''
  #scanned = 0
  #depth = 0
  #isInString = false
  #isEscaped = false
  #hasBegun = false

  get isComplete(): boolean {
    return this.#hasBegun && this.#depth === 0
  }

  /** @returns the objects completed by this piece, as the JSON of an array; null if none */
  scan(piece: string): string | null {
    const text = this.#text + piece
    let start = this.#depth > 1 ? 0 : -1
    let end = -1
    for (let index = this.#scanned; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === backslash) this.#isEscaped = true
        else if (code === quote) this.#isInString = false
      } else if (code === quote) this.#isInString = true
      else if (code === openBrace || code === openBracket) {
        if (this.#depth === 1 && start < 0) start = index
        this.#depth += 1
        this.#hasBegun = true
        if (this.#depth > maxJsonDepth) throw limitError()
      } else if (code === closeBrace || code === closeBracket) {
        this.#depth -= 1
        if (this.#depth === 1) end = index + 1
      }
    }
    const completed = end < 0 ? null : `[${text.slice(start, end)}]`
    // What follows the last complete object: at most a comma and the beginning of the next one.
    const rest = end >= 0 ? text.slice(end) : start > 0 ? text.slice(start) : start < 0 ? '' : text
    this.#text = this.#depth > 1 ? rest.replace(/^[\s,]+/, '') : ''
    if (this.#text.length > maxListedObjectLength) throw limitError()
    this.#scanned = this.#text.length
    return completed
  }
}

const limitError = () => new SyntaxError('An object of the list exceeds its limits.')

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
