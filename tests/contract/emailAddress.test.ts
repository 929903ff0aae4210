import { describe, expect, it } from 'vitest'
import { maxEmailLength, problemOfEmail, withAsciiDomain } from '../../contract/emailAddress.ts'

const russianDomain = 'xn--80a1acny.xn--p1ai'

describe('an e-mail address', () => {
  it.each([
    'anna@example.org',
    'anna@bücher.example',
    'ivan@почта.рф',
    `ivan@${russianDomain}`,
    'ivan@ПОЧТА.РФ',
    '李@'.replace('李', 'li') + '例え。テスト',
    `sales&service/berlin=x~1@example.org`,
    "o'neil!#$%*+-?^_`{|}@example.org",
    'a.b.c@sub.example.co.uk',
    `${'a'.repeat(64)}@example.org`,
  ])('%s can be written to', (address) => {
    expect(problemOfEmail(address)).toBeNull()
  })

  it.each([
    '',
    'anna',
    '@example.org',
    'anna@',
    'anna@localhost',
    'anna@example',
    'anna@127.0.0.1',
    'anna@[127.0.0.1]',
    'anna@example.1',
    'anna@-example.org',
    'anna@example-.org',
    'anna@example..org',
    'anna@example.org.',
    'anna@bücher.example/path',
    'anna@bücher.example:25',
    'anna@bü%63her.example',
    'anna@bücher@example.org',
    'eve@anna@example.org',
    '.anna@example.org',
    'anna.@example.org',
    'an..na@example.org',
    '"anna"@example.org',
    'anna m@example.org',
    'anna,ben@example.org',
    'anna;ben@example.org',
    '<anna@example.org>',
    'anna@example.org\r\nBcc: eve@example.org',
    'anna\u0000@example.org',
    'anna\u200b@example.org',
    `${'a'.repeat(65)}@example.org`,
    `anna@${'ü'.repeat(63)}.example`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(10)}.org`,
  ])('%j is none', (address) => {
    expect(problemOfEmail(address)).toBe('no-email')
  })

  it.each(['jürgen@example.org', 'иван@почта.рф', 'a.é@example.org'])(
    '%s needs a server that takes such letters',
    (address) => {
      expect(problemOfEmail(address)).toBe('local-part')
    },
  )

  it('is looked at no longer than it may be', () => {
    const long = `a@${'ü'.repeat(1_000_000)}.example`
    expect(long.length).toBeGreaterThan(maxEmailLength)
    expect(withAsciiDomain(long)).toBe(long)
    expect(problemOfEmail(long)).toBe('no-email')
  })

  it('has a domain that is the same in each of its spellings', () => {
    for (const spelling of ['почта.рф', 'Почта.РФ', russianDomain, russianDomain.toUpperCase()])
      expect(withAsciiDomain(`Ivan@${spelling}`)).toBe(`Ivan@${russianDomain}`)
    expect(withAsciiDomain('Anna@Bücher.example')).toBe('Anna@xn--bcher-kva.example')
    expect(withAsciiDomain('Anna@Example.ORG')).toBe('Anna@example.org')
  })
})
