/** Saves a generated file through the browser. */
export function saveTextFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // Late, since the browser may still be reading the Blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Returns 'KIND_anna_2026-03-01.EXTENSION'; the date is UTC. */
export const datedFileName = (kind: string, username: string, date: Date, extension: string): string =>
  `${kind}_${username.replace(/[^A-Za-z0-9_-]/g, '_')}_${date.toISOString().slice(0, 10)}.${extension}`
