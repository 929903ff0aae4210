import type { UpdateVerdict } from '../../core/integrity/updateVerdict.ts'

/** Message to the service worker with a port, to which it posts its verdict on the version that waits. */
export const judgeUpdateMessage = 'JUDGE_UPDATE'

/** Milliseconds to wait for a verdict, which is 'unknown' afterwards: 200 stored files take a second. */
const verdictTimeoutMs = 20_000

/** Asks the installed version's service worker about the version that waits. @returns null if it has no key to judge by */
export async function requestUpdateVerdict(): Promise<UpdateVerdict | null> {
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ state: 'unknown' }), verdictTimeoutMs)
    port1.onmessage = ({ data }: MessageEvent<UpdateVerdict | null>) => {
      clearTimeout(timer)
      resolve(data)
    }
    active?.postMessage({ type: judgeUpdateMessage }, [port2])
  })
}
