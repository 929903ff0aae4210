import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import { unescapeQuotes } from '../../contract/fileNames.ts'
import { badRequest, HttpError, requestTimeout, contentTooLarge } from './errors.ts'
import { ChunkSizeLimit } from './mergeChunks.ts'

export interface PartSink {
  /** Takes ownership of the bytes, which may be a view of a larger buffer. */
  write(bytes: Buffer): Promise<void> | undefined
  end(): Promise<void> | undefined
}

export interface PartHead {
  /** Form field of this part. */
  name: string
  /** Exactly as sent; undefined for a plain field. */
  filename: string | undefined
  contentType: string
}

interface FormLimits {
  maxParts: number
  /** Maximum size of the headers of one part. */
  maxHeadBytes: number
  maxBytes: number
}

const CR = 13
const LF = 10
const DASH = 45
const SPACE = 32
const TAB = 9

/**
 * Parses a multipart form: reads `source` to its end and writes every part to the sink that `openPart` returns for it.
 * Sinks are used one after the other; a sink that needs the source to wait returns a promise.
 *
 * This is a parser of our own, as names must be kept as they were sent: browsers write a backslash of a file name as it
 * is, and a quote as %22 (WHATWG form encoding). Parsers for the syntax of the RFC treat a backslash as an escape, so
 * they drop one of `a\\b`, and miss the quote after a trailing one.
 * @throws HttpError 400 if it is not a valid form, 413 if a limit is exceeded; errors of the sinks
 */
export async function readFormData(
  source: AsyncIterable<Buffer>,
  boundary: string,
  limits: FormLimits,
  openPart: (head: PartHead) => Promise<PartSink> | PartSink,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first delimiter is not preceded by a line break, so one is prepended.
  let rest: Buffer = Buffer.from('\r\n')
  let state: 'preamble' | 'afterDelimiter' | 'head' | 'body' | 'epilogue' = 'preamble'
  let sink: PartSink | undefined
  let parts = 0
  let received = 0

  for await (const chunk of source) {
    received += chunk.length
    if (received > limits.maxBytes) throw contentTooLarge(errorDetails.requestTooLarge)
    if (state === 'epilogue') continue
    let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    rest = Buffer.alloc(0)

    scan: for (;;) {
      switch (state) {
        case 'preamble':
        case 'body': {
          const delimiterIndex = data.indexOf(delimiter)
          // A possible start of a delimiter waits for the next chunk.
          const bodyEnd = delimiterIndex === -1 ? data.length - partialMatch(data, delimiter) : delimiterIndex
          if (delimiterIndex === -1) rest = data.subarray(bodyEnd)
          if (sink !== undefined && bodyEnd > 0) {
            const pending = sink.write(data.subarray(0, bodyEnd))
            if (pending) await pending
          }
          if (delimiterIndex === -1) break scan
          if (sink !== undefined) {
            const busy = sink.end()
            sink = undefined
            if (busy) await busy
          }
          data = data.subarray(delimiterIndex + delimiter.length)
          state = 'afterDelimiter'
          break
        }
        case 'afterDelimiter': {
          // RFC 2046 allows whitespace between delimiter and line break.
          let blanks = 0
          while (data[blanks] === SPACE || data[blanks] === TAB) blanks++
          data = data.subarray(blanks)
          if (data.length < 2) {
            rest = data
            break scan
          }
          if (data[0] === DASH && data[1] === DASH) {
            state = 'epilogue'
            break scan
          }
          if (data[0] === CR && data[1] === LF) {
            // The line break is kept, as a head without any header ends with it.
            state = 'head'
            break
          }
          throw malformed()
        }
        case 'head': {
          const end = data.indexOf('\r\n\r\n')
          if (end === -1) {
            if (data.length > limits.maxHeadBytes)
              throw contentTooLarge('A part of the form has too long a head.')
            rest = data
            break scan
          }
          if (end > limits.maxHeadBytes) throw contentTooLarge('A part of the form has too long a head.')
          if (++parts > limits.maxParts) throw contentTooLarge('The form has too many parts.')
          const opened = openPart(parseHead(data.toString('utf8', 0, end)))
          sink = opened instanceof Promise ? await opened : opened
          data = data.subarray(end + 4)
          // After an empty body the delimiter follows immediately, and begins with its own line break.
          state = 'body'
          break
        }
      }
    }
  }
  if (state !== 'epilogue') throw malformed()
}

const malformed = (): HttpError => badRequest('The form is malformed or incomplete.')

/** Length of the longest suffix of `data` that is a prefix of `delimiter`. */
function partialMatch(data: Buffer, delimiter: Buffer): number {
  let index = Math.max(0, data.length - delimiter.length + 1)
  while ((index = data.indexOf(CR, index)) !== -1) {
    const length = data.length - index
    if (delimiter.compare(data, index, data.length, 0, length) === 0) return length
    index++
  }
  return 0
}

function parseHead(text: string): PartHead {
  let disposition: string | undefined
  let contentType = 'text/plain'
  for (const line of text.split('\r\n')) {
    if (line === '') continue
    const colon = line.indexOf(':')
    if (colon <= 0) throw malformed()
    const value = line.slice(colon + 1).trim()
    const name = line.slice(0, colon).trim().toLowerCase()
    if (name === 'content-disposition') disposition = value
    else if (name === 'content-type') contentType = assertDefined(value.split(';', 1)[0]).trim().toLowerCase()
  }
  const parameters = disposition === undefined ? undefined : parametersOf(disposition)
  const name = parameters?.get('name')
  if (name === undefined) throw malformed()
  return { name: unescapeQuotes(name), filename: parameters?.get('filename'), contentType }
}

/**
 * Parses the parameters of a disposition. A quoted value ends at the first quote that is followed by `;` or the end;
 * other quotes belong to it, and backslashes are literal. Each match begins at the end of the previous one and can only
 * end at one position, so the time is linear for any text.
 * @param disposition without blanks at its end
 */
function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const kind = /^form-data(?=[ \t]*;)/i.exec(disposition)
  if (!kind) throw malformed()
  const parameterPattern =
    /[ \t]*;[ \t]*([^\s"=;]+)=(?:"((?:[^"]|"(?![ \t]*(?:;|$)))*)"|([^\s";]+))(?=[ \t]*(?:;|$))|[ \t]*;?$/gy
  for (
    let at = (parameterPattern.lastIndex = kind[0].length);
    at < disposition.length;
    at = parameterPattern.lastIndex
  ) {
    const [, name, quoted, bare] = parameterPattern.exec(disposition) ?? []
    if (name === undefined) {
      if (parameterPattern.lastIndex === 0) throw malformed()
      break
    }
    // The first of several with the same name counts.
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, assertDefined(quoted ?? bare))
  }
  return parameters
}

/** Boundary of a multipart content type. @throws HttpError 400 */
export function formBoundary(contentType: string | undefined): string {
  const match = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw badRequest('The form has no boundary.')
  return boundary
}

/** Minimum speed of a sender. No usable line is slower, even if several parts share one of 20 kB/s. */
export const minSenderBytesPerSecond = 512

export interface StallDep {
  /** Milliseconds without a byte after which an upload is aborted. */
  stallMs: number
}

/**
 * Iterates over the chunks of a request body. Fails with 408 if nothing is received for `stallMs`, or less than 512
 * bytes/s over that time; only time spent waiting for the sender counts. Never destroys the request.
 * @throws HttpError 400 if the chunks are too small, 408
 */
export async function* readUnlessStalled(
  body: { iterator(options: { destroyOnReturn: boolean }): AsyncIterableIterator<unknown> },
  stallMs: number,
): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false })
  let fail: (error: Error) => void = () => undefined
  const timer = setTimeout(() => fail(requestTimeout(errorDetails.uploadStoodStill)), stallMs)
  const chunkSize = new ChunkSizeLimit()
  let waitedMs = 0
  let received = 0
  try {
    for (;;) {
      const requestedAt = performance.now()
      // One promise per chunk: `Promise.race` with one for the timer would keep every chunk in memory.
      const next = await new Promise<IteratorResult<unknown>>((resolve, reject) => {
        fail = reject
        chunks.next().then(resolve, reject)
      })
      if (next.done === true) return
      const bytes = next.value as Buffer
      chunkSize.acceptOrThrow(bytes)
      waitedMs += performance.now() - requestedAt
      received += bytes.length
      if (waitedMs >= stallMs) {
        if (received < (minSenderBytesPerSecond * waitedMs) / 1000)
          throw requestTimeout(errorDetails.uploadTooSlow)
        waitedMs = received = 0
      }
      yield bytes
      timer.refresh()
    }
  } finally {
    clearTimeout(timer)
  }
}
