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

/** Of a name or path as it was, as a form writes it, or as it is kept: what is the same for all three. */
export const sameName = (text: string): string => keptName(text).normalize('NFC')

/** Of a name or path: what is the same for all that some disk takes for one, in any case and Unicode form ('ß' is 'SS'). */
export const nameKey = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase()

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
