import type { OpenJob } from '../src/protocol/downloadJobs.ts'
import { HashThread } from './hashThread.ts'
import { save } from './save/save.ts'

const hashes = new HashThread()

/** Opens one download for a page. Logic-free on purpose. */
addEventListener('message', (event: MessageEvent<OpenJob>) => {
  const [port] = event.ports
  if (port) void save(event.data, port, () => hashes.begin())
})
