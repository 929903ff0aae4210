/** Hands the browser a file that was made in the page. */
export function saveTextFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // The browser has taken the Blob by then; revoking at once would be too early.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** 'KIND_anna_2026-03-01.EXTENSION'; the date is UTC. */
export const datedFileName = (kind: string, username: string, date: Date, extension: string): string =>
  `${kind}_${username.replace(/[^A-Za-z0-9_-]/g, '_')}_${date.toISOString().slice(0, 10)}.${extension}`
