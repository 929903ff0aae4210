import { shownText } from './shownText.ts'

const code = 'U\\+[0-9A-F]{4,6}(?: ×\\d+)?'
/** What `shownText` puts in place of characters. A name may hold the same by itself; it says nothing false. */
export const markers = new RegExp(`(‹(?:␣ ×\\d+|${code}(?: ${code})*(?: \\+\\d+)?)›|␣+)`, 'u')

const markersAndDotsAtEnd = new RegExp(`(?:${markers.source}|[. ])+$`, 'u')
/** A longer ending with a space in it is the end of a sentence. */
const maxExtensionLength = 20

export interface ShownName {
  stem: string
  /** With its dot; '' when there is none. */
  extension: string
}

/**
 * A name to show, and where its extension begins, which is never to be cut off. Dots, spaces and hidden characters at
 * the end belong to it: systems pass over them, and open `a.exe. ` as what `a.exe` is.
 */
export function shownName(name: string): ShownName {
  const shown = shownText(name)
  const core = shown.replace(markersAndDotsAtEnd, '')
  const dot = core.lastIndexOf('.')
  const ending = core.slice(dot).replace(new RegExp(markers, 'gu'), '')
  const isExtension = dot > 0 && (ending.length <= maxExtensionLength || !ending.includes(' '))
  return isExtension
    ? { stem: shown.slice(0, dot), extension: shown.slice(dot) }
    : { stem: shown, extension: '' }
}
