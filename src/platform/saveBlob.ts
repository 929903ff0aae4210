/** Saves a generated file through the browser. */
export const saveTextFile = (name: string, type: string, text: string): void =>
  saveBlob(new Blob([text], { type }), name, 10_000)

/** Gives a Blob or File to the browser as a download. @param readMs the time that the browser gets to read it */
export function saveBlob(blob: Blob, filename: string, readMs = 5 * 60_000): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readMs)
}
