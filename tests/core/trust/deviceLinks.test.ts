import { expect, it } from 'vitest'
import { maxDeviceLinks, readDeviceLinks, rememberShownLinks } from '../../../core/trust/deviceLinks.ts'
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
