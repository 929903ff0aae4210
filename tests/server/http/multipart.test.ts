import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../server/http/errors.ts'
import {
  formBoundary,
  readFormData,
  readUnlessStalled,
  type PartHead,
} from '../../../server/http/multipart.ts'

interface ReadPart extends PartHead {
  body: string
}
const formLimits = { maxParts: 100, maxHeadBytes: 16 * 1024, maxBytes: 1_000_000 }

async function readParts(text: string, step = Infinity, maxHeadBytes?: number): Promise<ReadPart[]> {
  const bytes = Buffer.from(text)
  async function* source() {
    for (let at = 0; at < bytes.length; at += step) {
      yield await Promise.resolve(bytes.subarray(at, Math.min(bytes.length, at + step)))
    }
  }
  const parts: ReadPart[] = []
  const asked = { ...formLimits, ...(maxHeadBytes !== undefined && { maxHeadBytes }) }
  await readFormData(source(), 'B', asked, (head) => {
    const part = { ...head, body: '' }
    const pieces: Buffer[] = []
    return {
      write(piece) {
        pieces.push(Buffer.from(piece))
        return undefined
      },
      end() {
        parts.push({ ...part, body: Buffer.concat(pieces).toString() })
        return undefined
      },
    }
  })
  return parts
}

const filePart = (name: string, body = 'body') =>
  `--B\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
  `Content-Type: application/octet-stream\r\n\r\n${body}\r\n`
const fieldPart = (name: string, body: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`

describe('a sender', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
  const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  /** What comes of it in a minute. */
  const soon = async <T>(work: Promise<T>) => {
    const [result] = await Promise.allSettled([work, vi.advanceTimersByTimeAsync(60_000)])
    return result
  }

  /** A body whose next byte comes after `everyMs`, for ever. */
  function dripping(everyMs: number, bytes: number) {
    let left = 1000
    const chunks = {
      [Symbol.asyncIterator]: () => chunks,
      next: async () => {
        await delay(everyMs)
        return left-- > 0 ? { done: false, value: Buffer.alloc(bytes) } : { done: true, value: undefined }
      },
    }
    return { iterator: () => chunks as AsyncIterableIterator<unknown> }
  }
  const readAll = async (source: AsyncIterable<Buffer>, pauseMs = 0, most = Infinity) => {
    let received = 0
    for await (const bytes of source) {
      received += bytes.length
      if (pauseMs > 0) await delay(pauseMs)
      if (received >= most) break
    }
    return received
  }

  it('who sends a byte now and then is not waited for', async () => {
    const read = readAll(readUnlessStalled(dripping(20, 1), 200))
    expect(await soon(read)).toMatchObject({ reason: { statusCode: 408 } })
  })

  it('who is slow, but sends, is', async () => {
    const read = readAll(readUnlessStalled(dripping(10, 100), 50), 0, 3000)
    expect(await soon(read)).toMatchObject({ value: 3000 })
  })

  it('does not pay for a server that is slow', async () => {
    const read = readAll(readUnlessStalled(dripping(0, 1), 100), 150, 4)
    expect(await soon(read)).toMatchObject({ value: 4 })
  })

  it('who sends nothing any more is given up after that time', async () => {
    const read = readAll(readUnlessStalled(dripping(201, 1000), 200))
    expect(await soon(read)).toMatchObject({ reason: { statusCode: 408 } })
  })
})

describe('a form', () => {
  const tricky = [
    '',
    '\r',
    '\r\n',
    '\r\n-',
    '\r\n--',
    '\r\n--A',
    '--B',
    '\n--B--',
    '\r\r\n--',
    '-',
    'x\r\n\r\n--b',
  ]

  it.each(tricky)('gives back the body %j however the bytes are cut', async (body) => {
    const text = `${filePart('a', body)}${fieldPart('x', 'y')}--B--\r\n`
    for (const step of [1, 2, 3, 5, 7, 11, 64, Infinity]) {
      expect((await readParts(text, step)).map((part) => part.body)).toEqual([body, 'y'])
    }
  })

  it.each([
    'plain.txt',
    'Füße 🦶.txt',
    'a\\b.txt',
    'a\\\\b.txt',
    'ends with \\',
    'a/b.txt',
    '%22quoted%22.txt',
    'line%0D%0Abreak',
    'semi;colon; name=x.txt',
    "it's.txt",
    ' blanks ',
    '=?.txt',
    '',
  ])('gives the name %j exactly as on the wire', async (name) => {
    expect(await readParts(`${filePart(name)}--B--`)).toEqual([
      { name: 'files', filename: name, contentType: 'application/octet-stream', body: 'body' },
    ])
  })

  it('tells files from fields', async () => {
    const parts = await readParts(`${fieldPart('batch_id', 'x')}${filePart('a')}--B--`)
    expect(parts.map((part) => part.filename)).toEqual([undefined, 'a'])
    expect(parts[0]?.contentType).toBe('text/plain')
  })

  it('may have a preamble, an epilogue, blanks behind a delimiter, unquoted names and odd cases', async () => {
    const text =
      'preamble\r\n--B \t\r\nCONTENT-DISPOSITION: Form-Data; NAME=x\r\nContent-Type: Text/Plain; charset=utf-8\r\n' +
      '\r\ny\r\n--B--\r\nepilogue --B\r\n'
    for (const step of [1, Infinity]) {
      expect(await readParts(text, step)).toEqual([
        { name: 'x', filename: undefined, contentType: 'text/plain', body: 'y' },
      ])
    }
  })

  it.each([
    ['quotes in a name', 'name="files"; filename="a"b"c\\"', 'a"b"c\\'],
    ['parameters in a name', 'name="files"; filename="a; name=b; filename=c"', 'a; name=b; filename=c'],
    ['parameters that nobody asks for', 'x=y; name="files"; filename*=UTF-8\'\'b; filename="a";', 'a'],
    ['a parameter twice: the first counts', 'name="files"; filename="a"; name="b"; filename="c"', 'a'],
  ])('may have %s', async (_name, parameters, filename) => {
    const text = `--B\r\nContent-Disposition: form-data; ${parameters}\r\n\r\nx\r\n--B--`
    expect(await readParts(text)).toMatchObject([{ name: 'files', filename }])
  })

  it.each([';name="a', ';filename="a', '; x="', ';x="a";', '" ', '"\t ;', ';', ' \t '.repeat(4)])(
    'is read once, not again from every %j of its head',
    async (piece) => {
      // Read over and over this takes minutes.
      const head = `Content-Disposition: form-data; filename=b${piece.repeat(60_000)};name=x; y`
      await readParts(`--B\r\n${head}\r\n\r\ny\r\n--B--`, Infinity, 1_000_000).catch((error: unknown) =>
        expect(error).toMatchObject({ statusCode: 400 }),
      )
    },
  )

  it('may be empty', async () => {
    expect(await readParts('--B--\r\n')).toEqual([])
  })
})

describe('a broken form', () => {
  const whole = `${filePart('a', 'some bytes')}${fieldPart('x', 'y')}--B--`

  it('is refused wherever it ends too early', async () => {
    for (let length = 0; length < whole.length; length++) {
      await expect(readParts(whole.slice(0, length)), `cut at ${length}`).rejects.toMatchObject({
        statusCode: 400,
      })
    }
  })

  it.each([
    ['nothing', ''],
    ['no form', 'hello'],
    ['another boundary', filePart('a').replaceAll('--B', '--C') + '--C--'],
    ['no disposition', '--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--'],
    ['another disposition', '--B\r\nContent-Disposition: attachment; name="x"\r\n\r\nx\r\n--B--'],
    ['no name', '--B\r\nContent-Disposition: form-data; filename="x"\r\n\r\nx\r\n--B--'],
    ['an empty head', '--B\r\n\r\n\r\nx\r\n--B--'],
    ['a line that is no header', '--B\r\nhello\r\n\r\nx\r\n--B--'],
    ['a header without a name', '--B\r\n: x\r\n\r\nx\r\n--B--'],
    ['text behind a delimiter', '--Bxyz\r\nContent-Disposition: form-data; name="x"\r\n\r\nx\r\n--B--'],
    ['an open quote', '--B\r\nContent-Disposition: form-data; name="x\r\n\r\nx\r\n--B--'],
    ['text behind a quote', '--B\r\nContent-Disposition: form-data; name="x"y\r\n\r\nx\r\n--B--'],
    ['bare line feeds', '--B\nContent-Disposition: form-data; name="x"\n\nx\n--B--'],
  ])('is refused: %s', async (_name, text) => {
    for (const step of [1, Infinity]) {
      await expect(readParts(text, step)).rejects.toMatchObject({ statusCode: 400 })
    }
  })

  it.each([
    ['too many parts', fieldPart('x', '').repeat(101)],
    ['an endless head', `--B\r\nX: ${'x'.repeat(20_000)}`],
    ['a long head', `--B\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['too many bytes', filePart('a', 'x'.repeat(1_000_001))],
  ])('is refused as too large: %s', async (_name, text) => {
    await expect(readParts(text)).rejects.toMatchObject({ statusCode: 413 })
  })
})

describe('the boundary of a content type', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; charset=utf-8; BOUNDARY=abc; x=y', 'abc'],
  ])('is found in %s', (type, boundary) => {
    expect(formBoundary(type)).toBe(boundary)
  })

  it.each([
    undefined,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary="${'x'.repeat(71)}"`,
  ])('is missing in %s', (type) => {
    expect(() => formBoundary(type)).toThrow(HttpError)
  })
})
