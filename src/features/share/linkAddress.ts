/**
 * Returns the address of a download link, with its keys in the fragment if it has no password. It uses the
 * page's own origin, so that the server cannot direct keys elsewhere.
 */
export function linkAddress(linkToken: string, fragment: string | null = null): string {
  const address = `${window.location.origin}/download/${encodeURIComponent(linkToken)}`
  return fragment === null ? address : `${address}#${fragment}`
}
