import { useEffect, useState } from 'react'
import { isPlaceholder } from '../../../contract/fileNames.ts'
import type { SentLink } from '../../../contract/schemas/downloads.ts'
import { type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { readIndexedNames } from '../../trust/openJudgedFiles.ts'

/** Names by id of the file, by id of the folder. */
type NamesByFolder = ReadonlyMap<number, ReadonlyMap<number, string>>

const none: NamesByFolder = new Map()

/** Hidden names of the files of links, as far as this device knows them and the key is open. @param links the same array until they change */
export function useIndexedNames(links: readonly SentLink[]): NamesByFolder {
  const key = useUnlockedKey()
  const [known, setKnown] = useState<{ key: UnlockedKey; names: NamesByFolder } | null>(null)
  useEffect(() => {
    if (!key) return undefined
    const controller = new AbortController()
    const { signal } = controller
    void (async () => {
      const names = new Map<number, ReadonlyMap<number, string>>()
      for (const [folderId, listed] of hiddenFiles(links)) {
        if (signal.aborted) return
        names.set(folderId, await readIndexedNames(folderId, listed, key))
      }
      if (!signal.aborted) setKnown({ key, names })
      // Without the code that reads them names stay locked.
    })().catch(() => undefined)
    return () => controller.abort()
  }, [links, key])
  return known?.key === key ? known.names : none
}

/** The files with hidden names, by id of the folder. */
function hiddenFiles(links: readonly SentLink[]): Map<number, { id: number; original_filename: string }[]> {
  const byFolder = new Map<number, { id: number; original_filename: string }[]>()
  for (const { folder_id, files, file_ids } of links) {
    const hidden = files.flatMap((name, at) => {
      const id = file_ids[at]
      return id !== undefined && isPlaceholder(name) ? [{ id, original_filename: name }] : []
    })
    if (hidden.length > 0) byFolder.set(folder_id, [...(byFolder.get(folder_id) ?? []), ...hidden])
  }
  return byFolder
}
