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
