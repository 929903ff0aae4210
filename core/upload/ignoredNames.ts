/** Files that operating systems create in folders; not uploaded. */
export const ignoredNames: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db'])
