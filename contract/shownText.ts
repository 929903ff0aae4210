import { assertDefined } from './assertDefined.ts'

/**
 * [Note: Names that deceive]
 * Names are chosen by others: strangers name files, owners folders, and a dishonest server may send anything.
 * Invisible characters, and those that change the writing direction, turn `fdp.exe` into `exe.pdf` and make two names
 * look the same; unusual spaces push the extension out of sight. So all such text is shown by these functions, wherever
 * somebody reads or hears it. A hidden character reads ‹U+202E›, an unusual space '␣'.
 *
 * Such characters stay where a script or picture needs them:
 * - joiners (ZWJ, ZWNJ) between letters of scripts that join or stack them, and after a virama: Persian, Arabic,
 *   Syriac, Mongolian and others, and the scripts of India, Sri Lanka, Nepal and their neighbours;
 * - joiners and variation selectors inside emoji, the tag characters of the three flags that are made of them, and the
 *   selector of a keycap;
 * - one variation selector after a Chinese character (Japanese names have them) or a Mongolian letter;
 * - the wide space between two characters as wide;
 * - combining marks, up to six on one letter.
 * Anywhere else they would only hide something. Look-alike letters (a Cyrillic 'а') are not covered.
 */

const flagTags =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}'
const keycap = '[0-9#*]\\uFE0F\\u20E3'
const picture = '\\p{ExtPict}[\\uFE0E\\uFE0F]?\\p{EMod}?'
const joiningScripts = [
  ...['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Mand', 'Phag', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
]
const joined = `[[${joiningScripts.map((script) => `\\p{scx=${script}}`).join('')}]&&[\\p{L}\\p{M}]]`
const viramas =
  '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039\\u17D2\\u1B44\\uA9C0]'
/** Hangul has characters that are drawn as nothing. */
const wide = '[[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{scx=Han}\\uFF01-\\uFF60]--\\p{DI}]'

const legitimate = [
  flagTags,
  keycap,
  `${picture}(?:\\u200D${picture})*`,
  `(?<=${joined})[\\u200C\\u200D](?=${joined})`,
  `(?<=${viramas})[\\u200C\\u200D]`,
  '\\p{sc=Han}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=[\\p{scx=Mong}&&\\p{L}])[\\u180B-\\u180F]',
  `(?<=${wide})\\u3000(?=${wide})`,
].join('|')

/** Visible format characters: they enclose the digits that follow. */
const seenFormats = '[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]'
const unseen = `[[\\p{Cc}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{DI}\\p{Cf}\\uFFFC]--${seenFormats}]`
const marks = '[[\\p{Mn}\\p{Me}]--\\p{DI}]'
/** The braille blank and the spaces of all scripts. */
const space = '[\\p{Zs}\\u2800]'

const pieces = new RegExp(
  [legitimate, `(?<hidden>${unseen}+|^${marks}+|(?<=${marks}{6})${marks}+)`, `(?<spaces>${space}+)`].join(
    '|',
  ),
  'gv',
)

/** Most names have none of these, and need no closer look. */
const suspicious = new RegExp(`${unseen}|${marks}|[${space}--[ ]]|^ | $| {2}`, 'v')

/** Spaces drawn one by one; more are counted. */
const spacesDrawn = 3
/** The most different characters of a run to name. */
const namedAtMost = 4

/** A line of text with every character visible. */
export const shownText = (text: string): string => rewritten(text, { hidden: codes, spaces: drawnSpaces })

/** Several lines of text with every character visible; runs of spaces become one. */
export const shownLines = (text: string): string => rewrittenLines(text, () => ' ')

/** As `shownLines`, but with as many spaces as there are. */
export const shownMessage = (text: string): string => rewrittenLines(text, allSpaces)

const rewrittenLines = (text: string, spaces: Writer): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => rewritten(line.replaceAll('\t', '  '), { hidden: codes, spaces }))
    .join('\n')

/** Removes hidden characters and normalizes spaces: the name under which a file is saved. */
export const withoutHidden = (text: string): string =>
  rewritten(text, { hidden: () => '', spaces: allSpaces })

type Writer = (run: string, isInside: boolean) => string

const allSpaces: Writer = (spaces) => ' '.repeat(spaces.length)

function rewritten(text: string, { hidden, spaces }: { hidden: Writer; spaces: Writer }): string {
  if (!suspicious.test(text)) return text
  return text.replace(pieces, (run: string, ...rest: unknown[]) => {
    const groups = rest.pop() as { hidden?: string; spaces?: string }
    const at = rest.at(-2) as number
    const isInside = at > 0 && at + run.length < text.length
    if (groups.hidden) return hidden(run, isInside)
    return groups.spaces ? spaces(run, isInside) : run
  })
}

const drawnSpaces: Writer = (run, isInside) => {
  const { length } = run
  if (run === ' ' && isInside) return run
  return length > spacesDrawn ? `‹␣ ×${length}›` : '␣'.repeat(length)
}

/** '‹U+202E›', '‹U+200B ×3 U+2060›', '‹U+202A U+202B U+202C U+202D +2›' */
const codes: Writer = (run) => {
  const counted: { code: string; times: number }[] = []
  for (const character of run) {
    const hex = assertDefined(character.codePointAt(0)).toString(16).toUpperCase()
    const code = `U+${hex.padStart(4, '0')}`
    const last = counted.at(-1)
    if (last?.code === code) last.times += 1
    else counted.push({ code, times: 1 })
  }
  const named = counted
    .slice(0, namedAtMost)
    .map(({ code, times }) => (times > 1 ? `${code} ×${times}` : code))
  const more = counted.slice(namedAtMost).reduce((sum, { times }) => sum + times, 0)
  return `‹${named.join(' ')}${more > 0 ? ` +${more}` : ''}›`
}
