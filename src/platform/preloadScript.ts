/** Fetches the script of a worker into the browser's cache. Never rejects: starting the worker reports the failure. */
export async function preloadScript(url: string): Promise<void> {
  try {
    await (await fetch(url)).arrayBuffer()
  } catch {
    // Offline, or of another build.
  }
}
