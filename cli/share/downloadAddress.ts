/**
 * Address of a download link.
 * @param origin as the user gave it: no server can direct keys elsewhere
 * @param fragment null for a link without keys in its address
 */
export const downloadAddress = (origin: string, linkToken: string, fragment: string | null = null): string =>
  `${origin}/download/${encodeURIComponent(linkToken)}${fragment === null ? '' : `#${fragment}`}`
