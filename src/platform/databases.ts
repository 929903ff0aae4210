/** Names of IndexedDB databases that most visitors do not have. */
export const databases = {
  uploads: 'sealpost-uploads',
  sent: 'sealpost-sent',
  nameIndex: 'sealpost-index',
} as const

/** True if the database exists. Does not create it: most visitors have none, and load no code for it. */
export async function databaseExists(database: keyof typeof databases): Promise<boolean> {
  try {
    // A browser that cannot list its databases may have it.
    if (!('databases' in indexedDB)) return true
    const all = await indexedDB.databases()
    return all.some(({ name }) => name === databases[database])
  } catch {
    return false
  }
}
