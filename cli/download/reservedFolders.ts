/** Folder of partial files: it is below the target folder, so that a complete file gets its name atomically. */
export const partialsFolder = '.sealpost-parts'
/** Folder of the list of pulled files. */
export const pulledListFolder = '.sealpost'
/** Folder of a file while the program of --then checks it. */
export const incomingFolder = '.incoming'
/** Folder of files that the program of --then has refused. */
export const refusedFolder = '.refused'

/** Names that no file of a sender may have as its first folder. */
export const reservedFolders: ReadonlySet<string> = new Set([
  partialsFolder,
  pulledListFolder,
  incomingFolder,
  refusedFolder,
])
