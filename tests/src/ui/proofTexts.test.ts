import { describe, expect, it } from 'vitest'
import { proofTexts } from '../../../src/ui/values/proofTexts.ts'
import { loadTexts } from '../../../i18n/language.ts'

const visitor = { namesKey: false, hasOriginSecret: false, namesHiddenBy: null }
const visitorFacts = {
  origin: 'https://files.example.org',
  operator: null,
  reader: visitor,
  claimedBuild: null,
}

describe("the answer to 'How do I know?'", async () => {
  await loadTexts('uploadLater')

  it.each([
    ['a visitor with a plain link', {}, /comes from this server/, /Nothing proves/],
    [
      'a visitor whose link names key and secret',
      { reader: { namesKey: true, hasOriginSecret: true, namesHiddenBy: null } },
      /cannot swap it for another/,
      /not the server alone/,
    ],
  ] as const)('has five sentences for %s', (_, more, key, origin) => {
    const texts = proofTexts({ ...visitorFacts, ...more })
    expect(texts).toHaveLength(5)
    expect(texts[1]).toMatch(key)
    expect(texts[2]).toMatch(origin)
    expect(texts[4]).toMatch(/^No page can prove that it is unaltered/)
  })

  it('has one more for an account', () => {
    const [, key, names, origin] = proofTexts({ ...visitorFacts, reader: 'account' })
    expect(key).toMatch(/private key is opened in this browser/)
    expect(names).toMatch(/In folders that hide names/)
    expect(origin).toMatch(/marked as proven/)
  })

  it.each([
    ['link', /^Your link keeps names/],
    ['server', /^This server asks for files without names\. It could stop/],
  ] as const)('says what hides names: the %s', (namesHiddenBy, text) => {
    expect(proofTexts({ ...visitorFacts, reader: { ...visitor, namesHiddenBy } })[2]).toMatch(text)
  })

  it('claims nothing of an operator or a build that the server does not name', () => {
    const texts = proofTexts(visitorFacts)
    expect(texts[0]).toBe(
      'This server, files.example.org, does not say who runs it. Ask whoever gave you its address.',
    )
    expect(texts[3]).toBe('This server does not say which build of Sealpost its pages are.')
  })

  it('names operator, build and the command that compares', () => {
    const texts = proofTexts({
      ...visitorFacts,
      operator: 'Kanzlei Ada',
      claimedBuild: { version: '0.1.0', build: '0123456789abcdef' },
    })
    expect(texts[0]).toBe('This server, files.example.org, says that Kanzlei Ada runs it.')
    expect(texts[3]).toContain('says that its pages are Sealpost 0.1.0, build 0123456789abcdef.')
    expect(texts[3]).toContain('sealpost verify-server https://files.example.org')
  })
})
