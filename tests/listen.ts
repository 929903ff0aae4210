import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './forSuite.ts'

/** Starts an HTTP server on loopback, until the test or its suite ends. @returns its origin */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
