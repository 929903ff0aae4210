import fc from './fastCheck.ts'

const surrogates = 0x800

/** Any code point that can stand alone, as fast-check's 'binary' has them, whose making takes more than a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates))
