/** A download link. @param origin as the user gave it, so that no server can direct keys elsewhere @param fragment its keys */
export const downloadAddress = (origin: string, linkToken: string, fragment: string | null = null): string =>
  `${origin}/download/${encodeURIComponent(linkToken)}${fragment === null ? '' : `#${fragment}`}`
