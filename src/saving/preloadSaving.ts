/** Milliseconds without input after which it is taken that the person reads. */
const restMs = 4_000
const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Loads what downloads need; a failure is that of the first download. */
export async function preloadSaving(): Promise<void> {
  try {
    const { preloadWorkers } = await import('../platform/startDownload.ts')
    await preloadWorkers()
  } catch {
    // Offline, or of another build.
  }
}

/** The same when the person moves or rests: the page's own bytes come first. @returns a function that prevents it */
export function preloadSavingLate(): () => void {
  const controller = new AbortController()
  const preload = () => {
    stop()
    void preloadSaving()
  }
  const timer = setTimeout(preload, restMs)
  const stop = () => {
    clearTimeout(timer)
    controller.abort()
  }
  for (const input of inputs)
    window.addEventListener(input, preload, { signal: controller.signal, capture: true, passive: true })
  return stop
}
