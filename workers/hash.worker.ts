import { serveHashes } from './hashService.ts'

/** Every port that arrives is served; whoever made this worker hands them out. */
addEventListener('message', (event: MessageEvent) => {
  for (const port of event.ports) serveHashes(port)
})
