/** What operating systems leave in folders, and nobody means to send. */
export const ignoredNames: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db'])
