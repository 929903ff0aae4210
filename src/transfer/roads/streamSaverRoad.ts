import { pingInterval } from '../../protocol/downloadJobs.ts'
import { type Road, startOpeningHere } from './road.ts'

/** Where vite.config.ts puts the package's page and worker. */
const folder = '/save/'

/**
 * streamsaver's sink, with a service worker of its own. The package's page and worker are served from here; the
 * third-party page that it names by default is never used.
 */
export const streamSaverRoad: Road = async ({ filename }, fail) => {
  // There the package holds all of it in memory, and knows no bound.
  if ('safari' in window) return null
  const sink = await installSink().catch(() => null)
  if (!sink) return null
  const { default: streamSaver } = await import('streamsaver')
  streamSaver.mitm = `${folder}mitm.html`
  let begun: (writer: WritableStreamDefaultWriter<Uint8Array>) => void = () => undefined
  const writer = new Promise<WritableStreamDefaultWriter<Uint8Array>>((resolve) => (begun = resolve))
  const worker = startOpeningHere(async (piece) => {
    const opened = await writer
    await opened.ready
    await opened.write(piece)
  }, fail)
  const ping = setInterval(() => sink.postMessage('ping'), pingInterval)
  return {
    begin: worker.begin,
    ready(total) {
      const opened = streamSaver.createWriteStream(filename, { size: total }).getWriter()
      opened.closed.catch(() => fail('stopped'))
      begun(opened)
    },
    finish: async () => (await writer).close(),
    close() {
      clearInterval(ping)
      worker.close()
      // Has no effect on a writer that is closed.
      void writer.then((opened) => opened.abort()).catch(() => undefined)
    },
  }
}

/** The package's worker, running. @throws where there is none */
async function installSink(): Promise<ServiceWorker> {
  const { active, installing, waiting } = await navigator.serviceWorker.register(`${folder}sw.js`, {
    scope: folder,
  })
  const worker = active ?? installing ?? waiting
  if (!worker) throw new Error('no worker')
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('The worker could not be installed.')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  }
  return worker
}
