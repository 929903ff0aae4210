import type { UploadJournal } from '../../core/ports.ts'

/** Keeps nothing: good for the life of this process. */
export const noJournal: UploadJournal = {
  keep: () => Promise.resolve('memory'),
  drop: () => Promise.resolve(),
  ended: () => Promise.resolve(),
}
