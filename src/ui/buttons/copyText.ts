/** The outcome of copying; with `refused`, the person can copy the text by hand. */
export type CopyOutcome = 'copied' | 'nothing' | { refused: string }

/**
 * Call it in the click handler, even if the text is still being made: Safari and Firefox allow clipboard
 * access only briefly after a click, and accept a promise then. Null means that there is nothing to copy.
 * @throws what `making` rejects with
 */
export async function copyText(making: string | Promise<string | null>): Promise<CopyOutcome> {
  const written = typeof making === 'string' ? Promise.resolve(false) : writePromise(making)
  const text = await making
  if (text === null) return 'nothing'
  return (await written) || (await writeText(text)) ? 'copied' : { refused: text }
}

async function writePromise(making: Promise<string | null>): Promise<boolean> {
  const content = making.then((text) => {
    if (text === null) throw new Error('nothing to copy')
    return new Blob([text], { type: 'text/plain' })
  })
  // A browser without promise support ignores it: no unhandled rejection.
  content.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })])
    return true
  } catch {
    return false
  }
}

async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
