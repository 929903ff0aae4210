import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import { maxSeenFiles, noSeenFiles, type SeenFiles } from '../../core/trust/seenFiles.ts'
import { withFolderLock } from '../platform/folderLock.ts'
import { readStateFile, writeFileAtomically } from '../platform/stateFile.ts'

const storedSchema = z.object({
  seen: z
    .array(z.tuple([z.string(), z.object({ folder: z.int(), id: z.int(), expires: z.string().optional() })]))
    .max(maxSeenFiles),
  // Only whether it was deleted here: of a version that kept no folder.
  gone: z
    .array(
      z.tuple([
        z.string(),
        z.union([
          z.object({
            folder: z.int().nullable(),
            id: z.int().optional(),
            expires: z.string().optional(),
            isDeletedHere: z.boolean(),
            isInTrash: z.boolean().optional(),
            isListed: z.boolean().optional(),
          }),
          z.boolean().transform((isDeletedHere) => ({ folder: null, isDeletedHere })),
        ]),
      ]),
    )
    .max(maxSeenFiles),
})

/** The memory of files that this machine has seen in a person's own folders, in a file per key. */
export class SeenFilesFile {
  readonly #directory: string
  readonly #path: string
  readonly #isDry: boolean

  /** @param directory may not exist yet @param isDry writes nothing */
  constructor(directory: string, fingerprint: string, isDry: boolean) {
    this.#directory = directory
    this.#path = join(directory, `${fingerprint}.json`)
    this.#isDry = isDry
  }

  /** @throws CommandError 'refused' for an unreadable file */
  async read(): Promise<SeenFiles> {
    const says = 'says what files this machine has seen'
    const loss = 'deleted files that are back are then not noticed'
    const stored = await readStateFile(this.#path, storedSchema, says, loss)
    return stored ? { seen: new Map(stored.seen), gone: new Map(stored.gone) } : noSeenFiles
  }

  /** @throws as `read`, and errors of the disk */
  async update(change: (files: SeenFiles) => SeenFiles): Promise<void> {
    if (this.#isDry) return
    await withFolderLock(this.#directory, async () => {
      const before = await this.read()
      const after = change(before)
      if (after.seen === before.seen && after.gone === before.gone) return
      await writeFileAtomically(this.#path, JSON.stringify({ seen: [...after.seen], gone: [...after.gone] }))
    })
  }
}
