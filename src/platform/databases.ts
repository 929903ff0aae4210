/** What pages of uploads keep in a browser, each in a database of its own. */
export const databases = { uploads: 'sealpost-uploads', sent: 'sealpost-sent' } as const

/** Whether anything was ever kept: most visitors have nothing, and load nothing that looks into it. Looking makes nothing. */
export async function isHere(database: keyof typeof databases): Promise<boolean> {
  // What cannot say, or does not, is looked into.
  if (!('databases' in indexedDB)) return true
  const all = await indexedDB.databases().catch(() => null)
  return all === null || all.some(({ name }) => name === databases[database])
}
