/** Holds partial files below the target folder, so that a complete file gets its name atomically. */
export const partialsFolder = '.sealpost-parts'
/** Holds the list of pulled files. */
export const pulledListFolder = '.sealpost'
/** Holds a file while a command checks it. */
export const incomingFolder = '.incoming'
/** Holds the files that a command has refused. */
export const refusedFolder = '.refused'

export const reservedFolders: ReadonlySet<string> = new Set([
  partialsFolder,
  pulledListFolder,
  incomingFolder,
  refusedFolder,
])
