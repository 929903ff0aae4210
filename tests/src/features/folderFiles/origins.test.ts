import { expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { shownOrigin } from '../../../../core/trust/shownOrigin.ts'
import { mayHaveSecretLink } from '../../../../src/features/folderFiles/checks/origins.ts'

const uploaded = {}
const copied = { copied: true as const }

it.each([
  ['proven', uploaded, 'known', 'proven'],
  ['plain', uploaded, 'known', 'not-proven'],
  ['wrong', uploaded, 'known', 'wrong'],
  [undefined, uploaded, 'known', null],
  // In a folder that the server may have exchanged no proof counts, and an alarm stays one.
  ['proven', uploaded, 'renamed', 'not-proven'],
  ['proven', uploaded, 'returned', 'not-proven'],
  ['proven', uploaded, 'unknown', 'not-proven'],
  ['proven', uploaded, 'unbelieved', 'not-proven'],
  ['proven', uploaded, 'untrusted', 'not-proven'],
  ['wrong', uploaded, 'renamed', 'wrong'],
  // Before it is known what is remembered of the folder, a proof says nothing yet.
  ['proven', uploaded, 'unread', null],
  ['plain', uploaded, 'unread', 'not-proven'],
  // Says the server: it cannot take a proof away, nor give one.
  ['proven', copied, 'known', 'proven'],
  ['plain', copied, 'known', 'copied'],
  ['wrong', copied, 'known', 'copied'],
  [undefined, copied, 'known', 'copied'],
  ['proven', copied, 'renamed', 'copied'],
] as const)('%s, %o, in a folder of several people that is %s: %s', (verdict, record, trust, mark) => {
  expect(shownOrigin(verdict, record, { trust, isShared: true })).toBe(mark)
})

it.each([
  ['wrong', 'wrong'],
  ['plain', 'not-proven'],
  ['proven', 'proven'],
  [undefined, null],
] as const)('says %s as it is where a server calls a file of one person a copy', (verdict, mark) => {
  expect(shownOrigin(verdict, copied, { trust: 'known', isShared: false })).toBe(mark)
})

it.each([
  // Nothing proves anything, and no secret link was handed out: nothing is marked.
  [null, 'unknown', ['plain'], false],
  [{}, 'known', ['plain'], false],
  // A server that leaves out the proofs is still seen.
  [null, 'known', ['plain'], true],
  [null, 'renamed', ['plain'], true],
  [null, 'unknown', ['plain', 'proven'], true],
  [{}, 'untrusted', ['wrong'], true],
] as const)('of several %o, %s, with verdicts %j: marks are shown %s', (several, trust, verdicts, isUsed) => {
  expect(mayHaveSecretLink({ several } as Pick<Folder, 'several'>, trust, verdicts)).toBe(isUsed)
})
