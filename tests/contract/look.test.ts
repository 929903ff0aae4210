import { describe, expect, it } from 'vitest'
import { lookSettings } from '../../contract/schemas/look.ts'
import { supportHref } from '../../contract/shownLook.ts'
import { readLook } from '../../src/ui/theme/readLook.ts'

const { imprint_url, support } = lookSettings.shape

describe('an address of the look', () => {
  it.each([
    'https:example.com/imprint',
    'https:\\\\a.example',
    'https://exa\nmple.com/i',
    'ht\ttps://a.example',
    'https://a.example/\u202egnp',
    'https://a.example/a b',
    'https://user:password@a.example',
    'https://',
    'javascript:alert(1)',
  ])('is not taken as %j', (text) => {
    expect([imprint_url, support].map((schema) => schema.safeParse(text).success)).toEqual([false, false])
  })

  it.each(['https://a.example/imprint', ' HTTP://a.example ', 'https://a.example/ä?b=c#d'])(
    'that is taken is shown by pages and mails: %j',
    (text) => {
      const taken = imprint_url.parse(text)
      expect(readLook({ imprint_url: taken, support: support.parse(text) })).toMatchObject({
        ...{ imprint_url: text.trim(), support: text.trim() },
      })
      expect(supportHref(text.trim())).toBe(taken)
    },
  )

  it('of mail, that is taken, is shown', () => {
    const taken = support.parse("o'hara+help@a-b.example")
    expect(readLook({ support: taken }).support).toBe(taken)
    expect(readLook({ support: support.parse('a/b?c=d@bücher.example') }).support).toBe(
      'a/b?c=d@bücher.example',
    )
    expect(supportHref('a/b?c=d@a.example')).toBe('mailto:a%2Fb%3Fc%3Dd@a.example')
  })
})
