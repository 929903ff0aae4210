import { describe, expect, it } from 'vitest'
import { contentTypeOf, maxTextBytes, textOf } from '../../../core/preview/contentType.ts'
import { maxPreviewBytes, previewRefusal } from '../../../core/preview/mayPreview.ts'

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => new TextEncoder().encode(text)

describe('the type of a file is what its first bytes say', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image', 'image/jpeg'],
    ['GIF89a\x01\0', 'image', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'image', 'image/avif'],
    ['%PDF-1.7\n', 'pdf', 'application/pdf'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'audio', 'audio/wav'],
    ['ID3\x04\0', 'audio', 'audio/mpeg'],
    ['OggS\0\x02', 'audio', 'audio/ogg'],
    ['\0\0\0\x20ftypM4A ', 'audio', 'audio/mp4'],
    ['\0\0\0\x20ftypisom', 'video', 'video/mp4'],
    ['\x1aE\xdf\xa3\x9f', 'video', 'video/webm'],
    ['\0\0\0\x18ftypheic', 'other', ''],
    ['\0\0\0\x18ftypavis', 'other', ''],
    ['ID3 is a format of tags', 'text', ''],
    ['A SHORT WAVE', 'text', ''],
    ['PK\x03\x04\x14\0', 'other', ''],
    ['\x7fELF\x02\x01', 'other', ''],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'text', ''],
    ['<!doctype html><script>alert(1)</script>', 'text', ''],
    ['', 'text', ''],
  ])('%j', (first, kind, mime) => {
    const { text, ...type } = contentTypeOf(latin1(first))
    expect(type).toEqual({ kind, mime })
    expect(text).toBe(kind === 'text' ? first : null)
  })
})

describe('text', () => {
  it('is decoded as UTF-8, as UTF-16 with its mark, or as Windows-1252', () => {
    expect(textOf(utf8('Größe 🎉'))).toBe('Größe 🎉')
    expect(textOf(new Uint8Array([0xff, 0xfe, 0x61, 0, 0xe4, 0]))).toBe('aä')
    expect(textOf(new Uint8Array([0xfe, 0xff, 0, 0x61, 0, 0xe4]))).toBe('aä')
    expect(textOf(latin1('Gr\xf6\xdfe \x80'))).toBe('Größe €')
  })

  it('may end within a character, and is cut at two MiB', () => {
    expect(textOf(utf8('aä').subarray(0, 2))).toBe('a')
    expect(textOf(new Uint8Array(maxTextBytes + 10).fill(0x61))).toHaveLength(maxTextBytes)
  })

  it.each([0, 1, 7, 0x1f])('has no control character %i', (code) => {
    expect(textOf(latin1(`a${String.fromCharCode(code)}b`))).toBeNull()
  })
})

describe('what is fetched to be looked at', () => {
  it.each([
    ['a.jpg', maxPreviewBytes, null],
    ['a.jpg', maxPreviewBytes + 1, 'too-large'],
    ['A.PNG', maxPreviewBytes, null],
    ['a.pdf', 100, 'no-kind'],
    ['a.zip', 100, 'no-kind'],
    ['README', maxTextBytes, null],
    ['README', maxTextBytes + 1, 'no-kind'],
    ['a.zip', maxTextBytes + 1, 'no-kind'],
    ['jpg', maxTextBytes + 1, null],
  ] as const)('%s of %i bytes', (name, size, refusal) => {
    expect(previewRefusal(name, size)).toBe(refusal)
  })
})
