import { expect, it, vi } from 'vitest'

it('the store of the application as it is built is shown to no extension', async () => {
  const extension = vi.fn(() => (createStore: unknown) => createStore)
  vi.stubGlobal('window', { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: extension })
  vi.stubEnv('DEV', false)
  await import('../../../src/store/store.ts')
  expect(extension).not.toHaveBeenCalled()
})
