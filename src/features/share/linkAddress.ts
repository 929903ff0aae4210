/**
 * The address of a download link, with its keys behind '#' for a link without a password. The origin is this page's
 * own: keys go to no other place that the server may name.
 */
export function linkAddress(linkToken: string, fragment: string | null = null): string {
  const address = `${window.location.origin}/download/${encodeURIComponent(linkToken)}`
  return fragment === null ? address : `${address}#${fragment}`
}
