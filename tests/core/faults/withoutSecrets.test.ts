import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../../core/faults/withoutSecrets.ts'
import { caseCount } from '../../volume.ts'

/** What `withoutSecrets` is to do, a character at a time. */
function redactCharByChar(text: string): string {
  let kept = ''
  let isAddress = false
  let isCut = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (/[\s'"]/.test(char)) isAddress = isCut = false
    else if (isAddress && (char === '?' || char === '#' || text.startsWith('%23', at))) isCut = true
    else if (char === '/') isAddress = true
    if (!isCut) kept += char
  }
  return kept
}

describe('addresses in messages', () => {
  it.each([
    ['GET https://a.example/download/tok#7:c2VjcmV0 failed', 'GET https://a.example/download/tok failed'],
    ['/download/tok%237:c2VjcmV0', '/download/tok'],
    ['blob at "/x/y?token=1&b=2#k"', 'blob at "/x/y"'],
    ['Is this right? Yes #1', 'Is this right? Yes #1'],
    ['/download/tok%237:c2VjcmV0?x#y', '/download/tok'],
  ])('%s', (message, safe) => {
    expect(withoutSecrets(message)).toBe(safe)
  })
  it('lose what stands behind their first mark, up to the next blank or quote, and nothing else', () => {
    const pieces = ['/', '?', '#', '%23', '%', '2', '3', ' ', '\n', '"', "'", 'a', ':', 'https://', 'ß']
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join(''))
    fc.assert(
      fc.property(texts, (text) => withoutSecrets(text) === redactCharByChar(text)),
      {
        numRuns: caseCount(500, 5000),
      },
    )
  })
})
