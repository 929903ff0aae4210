/** @param origin as the user gave it: no server can direct keys elsewhere @param fragment the keys, if it has any */
export const downloadAddress = (origin: string, linkToken: string, fragment: string | null = null): string =>
  `${origin}/download/${encodeURIComponent(linkToken)}${fragment === null ? '' : `#${fragment}`}`
