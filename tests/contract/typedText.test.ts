import { describe, expect, it } from 'vitest'
import { cleanPastedLink, cleanSixDigitCode, splitEmails, trimLinkEnd } from '../../contract/typedText.ts'

describe('a code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['１２３４５６', '123456'],
    ['Code: 123456', '123456'],
    ['Your code 123456 is valid for 10 minutes.', '123456'],
    ['12', '12'],
    ['1234567', '123456'],
    ['', ''],
  ])('%s is %s', (typed, code) => expect(cleanSixDigitCode(typed)).toBe(code))
})

describe('a link', () => {
  const link = 'https://files.example.org/upload/AAAAAAAAAAAAAAAAAAAAAA'
  it.each([
    `${link}.`,
    `${link})`,
    `<${link}>`,
    `(${link}),`,
    ` ${link}\n`,
    `„${link}“`,
    `${link}%3E.`,
    `<${link}`,
  ])('%s is without what surrounds it', (pasted) => expect(cleanPastedLink(pasted)).toBe(link))

  it.each(['#k=abc_&s=-_', '/', '#1:ab+/=', '%23*:abc=', '%23*:abc%3D'])('ending with %s is whole', (end) => {
    expect(cleanPastedLink(link + end)).toBe(link + end)
  })

  it('reads a long end once', () => {
    const begin = 'x'
    expect(trimLinkEnd(begin + '.'.repeat(1_000_000))).toBe(begin)
    expect(trimLinkEnd('')).toBe('')
    expect(trimLinkEnd('...')).toBe('')
  })
})

describe('a list of addresses', () => {
  it.each([
    ['a@x.org, b@x.org;c@x.org\nd@x.org e@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']],
    [
      'Ada Lovelace <ada@example.org>; "Babbage, Charles" <charles@example.org>',
      ['ada@example.org', 'charles@example.org'],
    ],
    ['Ada <ada@example.org> Charles <charles@example.org>', ['ada@example.org', 'charles@example.org']],
    ['mailto:ada@example.org?subject=Hello,mailto:b%2Bc@x.org', ['ada@example.org', 'b+c@x.org']],
    ["'ada@example.org' <ada@example.org>; 'b@x.org'", ['ada@example.org', 'b@x.org']],
    [
      'Lovelace, Ada <ada@example.org>; Babbage, Charles <charles@example.org>',
      ['ada@example.org', 'charles@example.org'],
    ],
    ['b@x.org, Lovelace, Ada <ada@example.org>, c@x.org', ['b@x.org', 'ada@example.org', 'c@x.org']],
    ['"b@x.org, or so" <ada@example.org>', ['ada@example.org']],
    ['ada@example.org (Lovelace, Ada), b@x.org (Ben)', ['ada@example.org', 'b@x.org']],
    ['To: ada@example.org, b@x.org.', ['ada@example.org', 'b@x.org']],
    ['"unclosed a@x.org', ['"unclosed', 'a@x.org']],
    ['<mailto:ada@example.org>', ['ada@example.org']],
    ['Ada Lovelace, ada@example.org', ['Ada', 'Lovelace', 'ada@example.org']],
    [' ,;\n ', []],
  ])('%j', (typed, addresses) => expect(splitEmails(typed)).toEqual(addresses))
})
