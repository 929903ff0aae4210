import type { UploadJournal } from '../../core/ports.ts'

/** Stores nothing: uploads can be resumed within this process only. */
export const noJournal: UploadJournal = {
  keep: () => Promise.resolve('memory'),
  drop: () => Promise.resolve(),
  ended: () => Promise.resolve(),
}
