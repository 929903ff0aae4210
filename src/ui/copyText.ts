/** Copied; or there was nothing to copy; or the clipboard refused, and a person can copy the text by hand. */
export type CopyOutcome = 'copied' | 'nothing' | { refused: string }

/**
 * To be called in the click itself, also where the text is still being made: Safari and Firefox let a page write to the
 * clipboard for a moment after a click only, and take a promise then. Null: there is nothing to copy.
 * @throws what the making throws
 */
export async function copyText(making: string | Promise<string | null>): Promise<CopyOutcome> {
  const promised = typeof making === 'string' ? Promise.resolve(false) : writePromise(making)
  const text = await making
  if (text === null) return 'nothing'
  return (await promised) || (await writeText(text)) ? 'copied' : { refused: text }
}

async function writePromise(making: Promise<string | null>): Promise<boolean> {
  const content = making.then((text) => {
    if (text === null) throw new Error('nothing to copy')
    return new Blob([text], { type: 'text/plain' })
  })
  // A browser that takes no promise leaves it unheard.
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
