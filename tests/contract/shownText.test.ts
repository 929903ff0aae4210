import fc from '../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { shownName } from '../../contract/shownName.ts'
import { shownLines, shownText, withoutHidden } from '../../contract/shownText.ts'
import { safeSegment } from '../../core/download/safeNames.ts'
import { anyCharacter } from '../anyCharacter.ts'

/** What nobody sees, or what turns the direction, written anew for this test: every one of them alone. */
const hiddenCharacters = [
  ...['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u200E', '\u200F', '\u061C', '\u200B', '\u2060', '\u2061', '\u2064', '\uFEFF', '\u00AD', '\u034F'],
  ...['\u115F', '\u1160', '\u3164', '\uFFA0', '\u17B4', '\u180E', '\uFFF9', '\uFFFA', '\uFFFB', '\uFFFC'],
  ...['\u{E0001}', '\u{E0041}', '\u{E007F}', '\uFE00', '\uFE0F', '\u{E0100}', '\u{1D173}', '\u{1BCA0}'],
  ...['\u0000', '\n', '\r', '\t', '\u001B', '\u007F', '\u0085', '\u2028', '\u2029', '\uF8FF', '\u206F'],
]
const unusualSpaces = [
  ...['\u00A0', '\u1680', '\u2000', '\u2003', '\u2007', '\u2009', '\u200A', '\u202F', '\u205F'],
  ...['\u3000', '\u2800'],
]

/** Names with the extension that a system sees in them. */
const hostileNames: [name: string, extension: string][] = [
  ...hiddenCharacters.map((one): [string, string] => [`invoice${one}fdp.exe`, '.exe']),
  ...unusualSpaces.map((one): [string, string] => [`invoice.pdf${one.repeat(40)}.exe`, '.exe']),
  ['\u202Efdp.eciovni.exe', '.exe'],
  ['photo\u202Egnp.scr', '.scr'],
  ['invoice.pdf                                        .exe', '.exe'],
  ['invoice.pdf .exe', '.exe'],
  ['invoice.exe ', '.exe'],
  ['invoice.exe. . ', '.exe'],
  ['invoice.exe\u00A0', '.exe'],
  ['invoice.exe\u200B', '.exe'],
  ['invoice.e\u200Bxe', '.exe'],
  ['invoice.\u202Eexe', '.exe'],
  [`invoice.e${'\u200B\u2060'.repeat(50)}xe`, '.exe'],
  [`${'x'.repeat(240)}.pdf.exe`, '.exe'],
  [`a.${'pdf'.repeat(60)}`, `.${'pdf'.repeat(60)}`],
  [`a\u0301${'\u0489'.repeat(100)}.pdf.exe`, '.exe'],
  ['\u0338invoice.exe', '.exe'],
  ['\u{E0067}\u{E0070}\u{E006A}.exe', '.exe'],
  ['a\u200Db.exe', '.exe'],
  ['ا\u200C\u200Cب.exe', '.exe'],
  ['1\uFE0F.exe', '.exe'],
  ['\u{1F3F4}\u{E0061}\u{E007F}.exe', '.exe'],
  ['אבג.exe', '.exe'],
  ['\ud800.exe', '.exe'],
]

/** Nothing of this may be left in what is shown, except where it is legitimate. */
const anyHidden = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\p{Bidi_C}\uFFF9-\uFFFC\u2800]|(?! )\p{Zs}/u

describe('a name that is made to deceive', () => {
  it(`has all of it shown, and its extension apart (${hostileNames.length} names)`, () => {
    expect(hostileNames.length).toBeGreaterThan(70)
    for (const [name, extension] of hostileNames) {
      const shown = shownName(name)
      const label = JSON.stringify(name)
      expect(shown.stem + shown.extension, label).toBe(shownText(name))
      expect(shownText(name), label).not.toMatch(anyHidden)
      expect(shownText(name), label).not.toMatch(/ {2}|^ | $/)
      const bare = shown.extension.replace(/‹[^›]*›|␣/g, '').replace(/[. ]+$/, '')
      expect(bare, label).toBe(extension)
    }
  })

  it('cannot be the same to the eye as the name that it pretends to be', () => {
    for (const one of hiddenCharacters) expect(shownText(`in${one}voice.pdf`)).not.toBe('invoice.pdf')
    for (const one of unusualSpaces) expect(shownText(`my${one}invoice.pdf`)).not.toBe('my invoice.pdf')
  })

  it('is saved with the extension that was shown', () => {
    for (const [name, extension] of hostileNames) {
      if (extension.length < 20)
        expect(safeSegment(name).endsWith(extension), JSON.stringify(name)).toBe(true)
      expect(safeSegment(name), JSON.stringify(name)).not.toMatch(anyHidden)
    }
  })

  it.each([
    ['invoice\u202Efdp.exe', 'invoice‹U+202E›fdp.exe'],
    ['a\u200B\u200B\u200B\u2060.txt', 'a‹U+200B ×3 U+2060›.txt'],
    ['\u202A\u202B\u202C\u202D\u202E\u2066.txt', '‹U+202A U+202B U+202C U+202D +2›.txt'],
    ['a.pdf        .exe', 'a.pdf‹␣ ×8›.exe'],
    ['two  spaces', 'two␣␣spaces'],
    ['Screenshot 1.23.45\u202FPM.png', 'Screenshot 1.23.45␣PM.png'],
    ['Icon\r', 'Icon‹U+000D›'],
    ['end ', 'end␣'],
  ])('%j is shown as %s', (name, shown) => {
    expect(shownText(name)).toBe(shown)
  })
})

describe('a name that means no harm', () => {
  it.each([
    ...['report.pdf', 'Übergröße.txt', 'u\u0308ber.txt', 'a b c.txt', '.gitignore', 'no extension', ''],
    ...[
      'تقرير سنوي.pdf',
      'דוח שנתי.docx',
      'می\u200Cخواهم.txt',
      'क्\u200Dष.txt',
      'ශ්\u200Dරී ලංකා.txt',
      'ന്\u200D.txt',
    ],
    ...[
      '👩\u200D👩\u200D👧\u200D👦.png',
      '👩🏽\u200D💻.png',
      '❤\uFE0F.png',
      '1\uFE0F\u20E3.png',
      '🇫🇷.png',
      '🏃🏻\u200D♀\uFE0F.png',
    ],
    ...[
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.png',
      '葛\u{E0100}城.pdf',
      '神\uFE00.pdf',
    ],
    ...[
      'レポート\u3000最終.pdf',
      'ᠮᠣᠩᠭᠣᠯ\u180B.txt',
      'Tiê\u0301ng Viê\u0323t.txt',
      'שָׁלוֹם.txt',
      '١٢٣\u0601٤.txt',
    ],
  ])('%s is shown as it is', (name) => {
    expect(shownText(name)).toBe(name)
    expect(withoutHidden(name)).toBe(name)
  })

  it.each([
    ['report.tar.gz', '.gz'],
    ['.gitignore', ''],
    ['README', ''],
    ['Chapter 3. Of many things, and of one more', ''],
    ['v1. final', '. final'],
    ['تقرير.pdf', '.pdf'],
    // Read again from every placeholder this takes for ever.
    [`${'␣. '.repeat(300)}.pdf␣ .`, '.pdf␣ .'],
    [`${'␣'.repeat(1000)}x`, ''],
  ])('%s has the extension %j', (name, extension) => {
    expect(shownName(name).extension).toBe(extension)
  })
})

describe('any text', () => {
  const plainText = fc.string({ unit: anyCharacter, maxLength: 60 })
  const anyNastyText = fc.array(
    fc.constantFrom(...hiddenCharacters, ...unusualSpaces, ' ', '.', 'a', 'ا', 'क', '👩', '\u200D', '\u200C'),
  )
  const anyText = fc.oneof(
    plainText,
    anyNastyText.map((parts) => parts.join('')),
  )

  it('shows a wide space between characters that are drawn as nothing', () => {
    expect(shownText('\u115F\u3000\u3164')).toBe('‹U+115F›␣‹U+3164›')
  })

  it('is shown once and for all: what is shown is shown as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(shownText(shownText(text))).toBe(shownText(text))
      }),
    )
  })
  it('has no control that turns the direction, no line break and no lone surrogate in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = shownText(text)
        expect(shown).not.toMatch(/[\p{Bidi_C}\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u)
        expect(shown).not.toMatch(/\p{DI}\p{DI}/u)
        expect(withoutHidden(text)).not.toMatch(/[\p{Bidi_C}\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
    )
  })
})

it('keeps the lines of a description, and hides nothing in them', () => {
  expect(shownLines('Bonjour\u00A0!\r\n\r\n  Send\t\tthe \u202Efdp')).toBe(
    'Bonjour !\n\n Send the ‹U+202E›fdp',
  )
})
