/** @param milliseconds null without limit @param wakes end it early @throws the signal's reason */
export async function pause(
  milliseconds: number | null,
  signal: AbortSignal,
  wakes = new Set<() => void>(),
): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      wakes.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = milliseconds === null ? undefined : setTimeout(done, milliseconds)
    wakes.add(done)
    signal.addEventListener('abort', done)
  })
  signal.throwIfAborted()
}
