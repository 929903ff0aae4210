import { describe, expect, it } from 'vitest'
import { type OwnFolder, uploadLinkTag } from '../../../core/crypto/index.ts'
import { rememberShownLinks, replaceDeviceLinks } from '../../../core/trust/deviceLinks.ts'
import { folderLinks, isNewFolder, linkAlarms, pinnedLinks } from '../../../core/trust/folderLinks.ts'
import { ModelMemory } from './people.ts'

const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((one) => uploadLinkTag(one.repeat(22))))
if (a === undefined || b === undefined || c === undefined) throw new Error('three links are needed')

const own = (id: number, to: string[], title: string | null = 'Tax'): OwnFolder => ({
  id,
  title,
  secret: false,
  private: null,
  to,
})
const device = (id: number, tags: string[]) => ({ id, tags })

describe('the link of a folder of one person', () => {
  it.each([
    ['remembered', b, [own(2, [b])], [device(2, [b])], null, true],
    ['a former one', b, [own(2, [c, b])], [device(2, [b])], null, true],
    ['known to the device alone', b, [], [device(2, [b])], null, true],
    ['known to nobody', b, [], [], null, false],
    ['another than in the contacts', c, [own(2, [b])], [], 'other', true],
    ['another than on the device', c, [], [device(2, [b])], 'other', true],
    ['that of another folder', a, [own(1, [a]), own(2, [b])], [], 'twice', true],
    ['that of another folder, which the device knows', a, [own(2, [b])], [device(1, [a])], 'twice', true],
    ['that of another folder, and not remembered', a, [own(1, [a])], [], 'twice', false],
    ['remembered for two folders', a, [own(1, [a]), own(2, [a])], [], 'twice', false],
    ['in memories that disagree', b, [own(2, [b])], [device(2, [c])], 'disagree', true],
    ['that of a deleted folder', b, [own(2, [b], null)], [], null, false],
    ['in contacts that are not believed', b, null, [device(2, [b])], null, false],
  ] as const)('%s', (_, shown, contacts, seen, alarm, isJudged) => {
    expect(folderLinks({ id: 2, tag: shown }, contacts, seen)).toMatchObject({ alarm, isJudged })
  })

  it('is tried before those of other folders, and the contacts decide where they know it', () => {
    const contacts = [own(1, [a]), own(2, [b])]
    const { remembered, tag } = folderLinks({ id: 2, tag: b }, contacts, [device(2, [c, b]), device(3, [c])])
    expect(remembered).toEqual([device(2, [b]), device(1, [a]), device(3, [c])])
    expect(tag).toBe(b)
  })

  it('is what its person has handed out, where they say so', () => {
    const links = folderLinks({ id: 2, tag: a }, [own(1, [a]), own(2, [a])], [])
    expect(pinnedLinks(2, b, links)).toEqual({
      remembered: [device(2, [b]), device(1, [a])],
      ...{ tag: b, isJudged: true, alarm: null },
    })
  })
})

const folder = (id: number, letter: string, several: object | null = null) => ({
  id,
  link_token: letter.repeat(22),
  several,
})

it.each([
  ['another number and another link', 3, c, true],
  ['the number of a folder in the contacts', 1, c, false],
  ['the number of a deleted folder', 4, c, false],
  ['the number of a folder that the device has seen', 2, c, false],
  ['a link in the contacts', 3, a, false],
  ['a link that the device has seen', 3, b, false],
] as const)('a folder that is created with %s', (_, id, tag, isNew) => {
  expect(isNewFolder({ id, tag }, [own(1, [a]), own(4, [], null)], [device(2, [b])])).toBe(isNew)
})

it('the alarms of a list are those of its folders; one of several people has no link of one person', async () => {
  const contacts = [own(1, [a]), own(2, [b])]
  const listed = [folder(1, 'A'), folder(2, 'A'), folder(3, 'C'), folder(4, 'B'), folder(5, 'A', {})]
  const alarms = await linkAlarms(listed, contacts, [device(3, [b])])
  expect([...alarms]).toEqual([
    [2, 'twice'],
    [3, 'twice'],
    [4, 'twice'],
    [5, 'twice'],
  ])
  expect([...(await linkAlarms([folder(1, 'C'), folder(2, 'B')], null, [device(1, [a])]))]).toEqual([
    [1, 'other'],
  ])
})

describe('what a device remembers of links', () => {
  it('is their first sight, but none of another folder, and none of several people', async () => {
    const memory = new ModelMemory()
    await rememberShownLinks(memory, 'fp', [folder(1, 'A'), folder(5, 'C', {})])
    const seen = await rememberShownLinks(memory, 'fp', [folder(1, 'B'), folder(2, 'A'), folder(3, 'C')])
    expect(seen).toEqual([device(1, [a]), device(3, [c])])
    await replaceDeviceLinks(memory, 'fp', device(1, [b]))
    expect(await rememberShownLinks(memory, 'fp', [])).toEqual([device(1, [b]), device(3, [c])])
  })
})
