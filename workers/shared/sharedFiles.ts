/** Message to the service worker with a port, to which it posts the files that were shared last, once. */
export const takeSharedFilesMessage = 'TAKE_SHARED_FILES'

/** Milliseconds to wait for them. */
const answerTimeoutMs = 10_000

/** Takes the files that were shared to the application. @returns none without a service worker, or if it has none */
export function takeSharedFiles(): Promise<File[]> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null
    const timer = setTimeout(() => resolve([]), worker ? answerTimeoutMs : 0)
    port1.onmessage = ({ data }: MessageEvent<File[]>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker?.postMessage({ type: takeSharedFilesMessage }, [port2])
  })
}
