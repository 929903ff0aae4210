/** Returns the address of a download link, at the page's origin: no server can direct keys elsewhere. */
export function downloadLinkUrl(linkToken: string, fragment: string | null = null): string {
  const address = `${window.location.origin}/download/${encodeURIComponent(linkToken)}`
  return fragment === null ? address : `${address}#${fragment}`
}
