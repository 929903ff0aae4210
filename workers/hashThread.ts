import { HashService, type MarkedHash } from './hashService.ts'

let service: HashService | undefined

/** A hash on a worker of this worker, made when it is first wanted. */
export function hashOnItsOwnThread(): MarkedHash {
  if (!service) {
    const thread = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    // Without it no digest would ever come: fail as a whole, so that the page begins an upload anew elsewhere, and ends a
    // download.
    thread.addEventListener('error', (event) =>
      reportError(new Error(`The hashing worker ended: ${event.message}`)),
    )
    const { port1, port2 } = new MessageChannel()
    thread.postMessage(null, [port2])
    service = new HashService(port1)
  }
  return service.begin()
}
