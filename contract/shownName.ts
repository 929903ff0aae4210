import { shownText } from './shownText.ts'

/** Placeholders that `shownText` inserts. A name may contain the same characters itself, which is harmless. */
export const placeholderPattern = /(‹(?:␣|U\+)[ ×U+0-9A-F]+›|␣+)/u

const placeholdersAndDots = new RegExp(`${placeholderPattern.source}|[. ]+`, 'gu')
/** A longer ending with a space is the end of a sentence. */
const maxExtensionLength = 20

/**
 * A name to show, split before its extension, which is never truncated. Dots, spaces and hidden characters at
 * the end belong to the extension: systems ignore them, and treat `a.exe. ` as `a.exe`.
 * @returns the extension with its dot, or ''
 */
export function shownName(name: string): { stem: string; extension: string } {
  const shown = shownText(name)
  const core = shown.slice(0, startOfIgnoredEnd(shown))
  const dot = core.lastIndexOf('.')
  const ending = core.slice(dot).replace(new RegExp(placeholderPattern, 'gu'), '')
  const isExtension = dot > 0 && (ending.length <= maxExtensionLength || !ending.includes(' '))
  return isExtension
    ? { stem: shown.slice(0, dot), extension: shown.slice(dot) }
    : { stem: shown, extension: '' }
}

/** Where the placeholders, dots and spaces at the end begin. An expression for them all would take exponential time. */
function startOfIgnoredEnd(shown: string): number {
  let [start, end] = [0, 0]
  for (const { index, 0: ignored } of shown.matchAll(placeholdersAndDots)) {
    if (index > end) start = index
    end = index + ignored.length
  }
  return end === shown.length ? start : shown.length
}
