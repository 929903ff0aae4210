import { expect, it } from 'vitest'
import { addresses } from '../../../contract/addresses.ts'
import { apiBase } from '../../../contract/call.ts'
import { registeredRoutes } from '../registeredRoutes.ts'
import { startTestServer } from '../testServer.ts'

it('answers every call of the contract, and calls nothing else an API', async () => {
  const { app } = await startTestServer()
  const withoutEnd = (route: string) => route.replace(/\/$/, '')
  const registered = registeredRoutes(app)
    .filter((route) => route.includes(` ${apiBase}/`) && !route.startsWith('HEAD '))
    .map(withoutEnd)
  const called = Object.values(addresses).map(({ method, path }) => withoutEnd(`${method} ${apiBase}${path}`))
  expect([...new Set(registered)].sort()).toEqual(called.sort())
})
