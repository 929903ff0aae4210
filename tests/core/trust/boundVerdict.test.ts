import { describe, expect, it } from 'vitest'
import { boundVerdict, isElsewhere, isOfFolder, type JudgedFolder } from '../../../core/trust/boundVerdict.ts'

const here = 2
const other = 1
const folder: JudgedFolder = { id: here, links: { isJudged: true }, trust: 'known' }
const file = { hasManifest: true, origin: 'plain', sentTo: here } as const

type File = Parameters<typeof boundVerdict>[0]

describe('a file of a folder of one person', () => {
  it.each<[string, Partial<File>, Partial<JudgedFolder>, string, number | null]>([
    ['sent by a link of the folder', {}, {}, 'here', null],
    ['sent by a link of another folder', { sentTo: other }, {}, 'elsewhere', other],
    ['sent by no link that is remembered, or with junk', { sentTo: 'unknown' }, {}, 'elsewhere', null],
    ['that does not say by which link', { sentTo: null }, {}, 'unsaid', null],
    [
      'whose manifest is withheld',
      { hasManifest: false, sentTo: null, origin: null },
      {},
      'no-manifest',
      null,
    ],
    ['proven, by a link that is not remembered', { origin: 'proven', sentTo: 'unknown' }, {}, 'proven', null],
    [
      'proven, in a folder with another title',
      { origin: 'proven', sentTo: other },
      { trust: 'renamed' },
      'elsewhere',
      other,
    ],
    ['with a proof for another folder', { origin: 'wrong' }, {}, 'elsewhere', null],
    [
      'with a proof for another folder, which nothing outweighs',
      { origin: 'wrong' },
      { links: { isJudged: false } },
      'elsewhere',
      null,
    ],
    ['sent by a link of the folder, whose key was seen in another one', { seenIn: other }, {}, 'here', null],
    ['whose key was seen in another folder', { seenIn: other, sentTo: null }, {}, 'elsewhere', other],
    ['proven, whose key was seen in another folder', { seenIn: other, origin: 'proven' }, {}, 'proven', null],
    [
      'whose key was seen in another folder, without its manifest',
      { seenIn: other, hasManifest: false, sentTo: null },
      {},
      'elsewhere',
      other,
    ],
    [
      'whose key was seen in another folder, which alone can be told',
      { seenIn: other },
      { links: { isJudged: false } },
      'elsewhere',
      other,
    ],
    ['whose key was seen here', { seenIn: here }, {}, 'here', null],
    ['where links cannot be told', {}, { links: { isJudged: false } }, 'unjudged', null],
    [
      'where links cannot be told, by a link that was not looked for among all others',
      { sentTo: 'unchecked' },
      { links: { isJudged: false } },
      'elsewhere',
      null,
    ],
    [
      'where links cannot be told, by a link that is known of another folder',
      { sentTo: other },
      { links: { isJudged: false } },
      'elsewhere',
      other,
    ],
    [
      'where links cannot be told, but proven',
      { origin: 'proven' },
      { links: { isJudged: false } },
      'proven',
      null,
    ],
  ])('%s', (_, changes, folderChanges, verdict, belongsTo) => {
    expect(boundVerdict({ ...file, ...changes }, { ...folder, ...folderChanges })).toEqual({
      verdict,
      belongsTo,
    })
  })
})

it('a file of a folder of several people is bound by its key, whatever it says', () => {
  for (const changes of [{ sentTo: other }, { origin: 'wrong' }, { seenIn: other }] as const)
    expect(boundVerdict({ ...file, ...changes }, { ...folder, links: null }).verdict).toBe('by-key')
})

it('of files of a folder of one person those that belong to it are remembered as seen', () => {
  const verdicts = ['here', 'proven', 'unsaid', 'by-key', 'no-manifest', 'elsewhere', 'unjudged'] as const
  expect(verdicts.filter(isElsewhere)).toEqual(['elsewhere', 'unjudged'])
  expect(verdicts.filter(isOfFolder)).toEqual(['here', 'proven', 'unsaid'])
})
