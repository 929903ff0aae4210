import { expect, it } from 'vitest'
import { usesText } from '../../../../src/features/download/usesText.ts'

const fresh = { isAtPassword: false, hasBegun: false }

it.each([
  [{ max: 1, left: 1, until: null }, fresh, /can be used once: begin when you are ready to save\./],
  [
    { max: 1, left: 1, until: null },
    { ...fresh, isAtPassword: true },
    /once: give the password when you are ready/,
  ],
  [{ max: 3, left: 3, until: null }, fresh, /can be used 3 times: begin/],
  [{ max: 3, left: 1, until: null }, fresh, /can be used 3 times, of which 1 is left: begin/],
  [{ max: 1, left: 1, until: null }, { ...fresh, hasBegun: true }, /You have begun: .* for 24 hours\.$/],
  [{ max: 1, left: 0, until: '2026-11-24T10:00:00.000Z' }, fresh, /You have begun: .* until .*2026.*\.$/],
])('tells of %j', (uses, at, said) => {
  expect(usesText(uses, at)).toMatch(said)
})
