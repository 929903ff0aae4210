import { describe, expect, it } from 'vitest'
import { type OwnFolder, uploadLinkTag } from '../../../core/crypto/index.ts'
import { rememberShownLinks, replaceDeviceLinks } from '../../../core/trust/deviceLinks.ts'
import { folderLinks, pinnedLinks } from '../../../core/trust/folderLinks.ts'
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

describe('what a device remembers of links', () => {
  const token = (letter: string) => letter.repeat(22)
  const folder = (id: number, letter: string, several: object | null = null) => ({
    id,
    link_token: token(letter),
    several,
  })

  it('is their first sight, but none of another folder, and none of several people', async () => {
    const memory = new ModelMemory()
    await rememberShownLinks(memory, 'fp', [folder(1, 'A'), folder(5, 'C', {})])
    const seen = await rememberShownLinks(memory, 'fp', [folder(1, 'B'), folder(2, 'A'), folder(3, 'C')])
    expect(seen).toEqual([device(1, [a]), device(3, [c])])
    await replaceDeviceLinks(memory, 'fp', device(1, [b]))
    expect(await rememberShownLinks(memory, 'fp', [])).toEqual([device(1, [b]), device(3, [c])])
  })
})
