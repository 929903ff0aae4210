/** A name as a multipart form writes it (WHATWG): a quote as %22, line ends as %0D and %0A. */
export const formSpelling = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** A name out of a form, with the quotes that it was sent with. */
export const withQuotes = (spelled: string): string => spelled.replaceAll('%22', '"')

/** A name or path without what no screen shows: '_' for each control character (macOS has a file `Icon\r`). */
export const withoutControls = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '_')

/** A name out of a form as the server keeps it. */
export const keptName = (spelled: string): string =>
  withoutControls(withQuotes(spelled).replace(/%0[AD]/g, '_'))

/** More combining marks in a row than Unicode's stream-safe text format has (UAX #15). */
const manyMarks = /\p{M}{31}/u

/**
 * True where normalizing a text takes no more time than reading it. Marks in a row are sorted, in a time that grows with
 * the square of their number: 5 000 take 30 ms.
 */
export const isStreamSafe = (text: string): boolean => !manyMarks.test(text)

/** A name or path in NFC; one that is not stream-safe as it is. */
export const composed = (text: string): string => (isStreamSafe(text) ? text.normalize('NFC') : text)

/** Of a name or path as it was, as a form writes it, or as it is kept: what is the same for all three. */
export const sameName = (text: string): string => composed(keptName(text))

/** Of a name or path: what is the same for all that some disk takes for one, in any case and Unicode form ('ß' is 'SS'). */
export const nameKey = (text: string): string => composed(text).toUpperCase().toLowerCase()

/** The stem, and the extension with its dot: empty for names without one, and for `.gitignore`. */
export function splitExtension(name: string, longest = Infinity): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= longest ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** 'a.txt' → 'a (2).txt' @param longest extension that is one, dot included */
export function numberedName(name: string, n: number, longest?: number): string {
  const [stem, extension] = splitExtension(name, longest)
  return `${stem} (${n})${extension}`
}
