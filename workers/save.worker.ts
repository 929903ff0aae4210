import type { SaveJob } from '../src/protocol/downloadJobs.ts'
import { save } from './save/save.ts'

/** Opens one download for a page that no service worker can help. Logic-free on purpose. */
addEventListener('message', (event: MessageEvent<SaveJob>) => {
  const [port, hashPort] = event.ports
  if (port && hashPort) void save(event.data, port, hashPort)
})
