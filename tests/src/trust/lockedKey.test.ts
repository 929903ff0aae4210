import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { useContacts } from '../../../src/features/profile/people/useContacts.ts'
import { store } from '../../../src/store/store.ts'
import { useFolderTrust } from '../../../src/trust/useFolderTrust.ts'
import { sampleFolder } from '../features/sampleFolder.ts'

/** Returns what a hook returns while the key is locked. */
function hookResultWhileLocked<T>(useValue: () => T): T {
  const values: T[] = []
  const Component = () => void values.push(useValue())
  renderToStaticMarkup(createElement(Provider, { store, children: createElement(Component) }))
  const [value] = values
  if (value === undefined) throw new Error('The hook was not called.')
  return value
}

it.each([
  ['contacts', () => hookResultWhileLocked(useContacts).change((contacts) => contacts)],
  ['the title of a folder', () => hookResultWhileLocked(() => useFolderTrust(sampleFolder)).confirm()],
])('a change of %s is refused while the key is locked', async (_name, change) => {
  await expect(change()).rejects.toMatchObject({ fault: { code: 'key-not-loaded' } })
})
