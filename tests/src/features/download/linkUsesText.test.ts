import { expect, it } from 'vitest'
import { linkUsesText } from '../../../../src/features/download/linkUsesText.ts'

const firstVisit = { isAtPassword: false, hasUsedLink: false }

it.each([
  [
    { max: 1, left: 1, until: null, per_person: false },
    firstVisit,
    /can be used once: begin when you are ready to save\./,
  ],
  [
    { max: 1, left: 1, until: null, per_person: false },
    { ...firstVisit, isAtPassword: true },
    /once: give the password when you are ready/,
  ],
  [{ max: 3, left: 3, until: null, per_person: false }, firstVisit, /can be used 3 times: begin/],
  [
    { max: 3, left: 1, until: null, per_person: false },
    firstVisit,
    /can be used 3 times, of which 1 is left: begin/,
  ],
  [
    { max: 1, left: 1, until: null, per_person: false },
    { ...firstVisit, hasUsedLink: true },
    /You have begun: .* for 24 hours\.$/,
  ],
  [
    { max: 1, left: 0, until: '2026-11-24T10:00:00.000Z', per_person: false },
    firstVisit,
    /You have begun: .* until .*2026.*\.$/,
  ],
  [
    { max: 1, left: 1, until: null, per_person: true },
    { ...firstVisit, hasUsedLink: true },
    /You have begun: in this browser you can repeat the download for 24 hours\.$/,
  ],
  [
    { max: 1, left: 0, until: '2026-11-24T10:00:00.000Z', per_person: true },
    firstVisit,
    /in this browser you can repeat the download until/,
  ],
  [
    { max: 1, left: 1, until: null, per_person: true },
    firstVisit,
    /save\. In this browser you can then repeat it/,
  ],
  [
    { max: 3, left: 1, until: null, per_person: true },
    firstVisit,
    /save\. In this browser you can then repeat it/,
  ],
])('describes %j', (uses, at, said) => {
  expect(linkUsesText(uses, at)).toMatch(said)
})
