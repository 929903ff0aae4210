import { expect, it } from 'vitest'
import { maxDeviceLinks, readDeviceLinks, rememberShownLinks } from '../../../core/trust/deviceLinks.ts'
import { folderLinks, linkAlarms, shownTag } from '../../../core/trust/folderLinks.ts'
import { ModelMemory } from './people.ts'

it('a device remembers the links of so many folders, and keeps those that it saw first', async () => {
  const memory = new ModelMemory()
  const folder = (id: number) => ({ id, link_token: String(id).padStart(22, 'A'), several: null })
  await rememberShownLinks(memory, 'fp', [folder(999_999)])
  await rememberShownLinks(
    memory,
    'fp',
    Array.from({ length: maxDeviceLinks + 1 }, (_, i) => folder(i + 1)),
  )
  const ids = (await readDeviceLinks(memory, 'fp')).map(({ id }) => id)
  expect(ids).toHaveLength(maxDeviceLinks)
  expect(ids).toContain(999_999)
})

it('a list that is kept for offline use shows no links: none is remembered, and none is an alarm', async () => {
  const memory = new ModelMemory()
  const kept = { id: 1, link_token: '', several: null }
  expect(await rememberShownLinks(memory, 'fp', [kept])).toEqual([])
  const seen = await rememberShownLinks(memory, 'fp', [{ ...kept, link_token: 'A'.repeat(22) }])
  expect(seen).toHaveLength(1)
  expect(await linkAlarms([kept], [], seen)).toEqual(new Map())
  expect(folderLinks({ id: 1, tag: await shownTag('') }, [], seen).alarm).toBeNull()
})
