import { MiB } from '../../contract/limits.ts'

/**
 * [Note: What is looked at]
 * Strangers send files, and a preview decodes them. So a file's type is what its first bytes say, never its name or what
 * a sender states; what is decoded is decoded in a document without origin, requests or storage (`preview/`); and all of a
 * file is verified before anything of it is shown. Names decide only what is worth fetching.
 */

export type ContentKind = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'other'

export interface ContentType {
  kind: ContentKind
  /** MIME type of what browsers decode; '' for text and other. */
  mime: string
  /** The beginning of a text; null for other files. */
  text: string | null
}

/** Bytes of Latin-1 at an offset (8: of a RIFF), and what begins with them. The first that fits counts. */
const signatures: readonly (readonly [offset: number, bytes: string, kind: ContentKind, mime: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image', 'image/png'],
  [0, '\xff\xd8\xff', 'image', 'image/jpeg'],
  [0, 'GIF87a', 'image', 'image/gif'],
  [0, 'GIF89a', 'image', 'image/gif'],
  [8, 'WEBPVP8', 'image', 'image/webp'],
  [4, 'ftypavif', 'image', 'image/avif'],
  [0, '%PDF-', 'pdf', 'application/pdf'],
  [8, 'WAVE', 'audio', 'audio/wav'],
  ...['\x02', '\x03', '\x04'].map((version) => [0, `ID3${version}`, 'audio', 'audio/mpeg'] as const),
  [0, '\xff\xfb', 'audio', 'audio/mpeg'],
  [0, '\xff\xf3', 'audio', 'audio/mpeg'],
  [0, '\xff\xf2', 'audio', 'audio/mpeg'],
  [0, '\xff\xf1', 'audio', 'audio/aac'],
  [0, '\xff\xf9', 'audio', 'audio/aac'],
  [0, 'fLaC', 'audio', 'audio/flac'],
  [0, 'OggS', 'audio', 'audio/ogg'],
  [4, 'ftypM4A', 'audio', 'audio/mp4'],
  // Few browsers decode these pictures.
  ...['avis', 'heic', 'heix', 'hevc', 'mif1', 'msf1', 'crx '].map(
    (brand) => [4, `ftyp${brand}`, 'other', ''] as const,
  ),
  [4, 'ftyp', 'video', 'video/mp4'],
  [0, '\x1aE\xdf\xa3', 'video', 'video/webm'],
]

/** How many of a file's first bytes decide whether it is text, and how many are shown of it. */
export const maxTextBytes = 2 * MiB

/** Says what a file is by its first bytes, `maxTextBytes` at most. SVG and HTML are text. */
export function contentTypeOf(first: Uint8Array): ContentType {
  const head = String.fromCharCode(...first.subarray(0, 32))
  const found = signatures.find(
    ([offset, bytes]) => head.startsWith(bytes, offset) && (offset !== 8 || head.startsWith('RIFF')),
  )
  if (found) return { kind: found[2], mime: found[3], text: null }
  const text = textOf(first)
  return { kind: text === null ? 'other' : 'text', mime: '', text }
}

/** Bytes that no text has: control characters other than tab, line ends, form feed and escape. */
const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/**
 * Decodes the beginning of a file as text: UTF-8, UTF-16 with its mark, or else Windows-1252, as older programs write it.
 * @param first its first bytes, `maxTextBytes` at most, which may end inside a character @returns null if it is no text
 */
export function textOf(first: Uint8Array): string | null {
  const bytes = first.subarray(0, maxTextBytes)
  const [a, b] = bytes
  const utf16 = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  const text =
    utf16 === null ? (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252')) : decoded(bytes, utf16)
  return text === null || binary.test(text) ? null : text
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}
