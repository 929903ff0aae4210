import type { Fault } from '../src/faults/fault.ts'
import type { OriginMark } from '../src/trust/originMark.ts'

/** What a command says on its way. Sizes in bytes; `total`: of all files together. */
export type Happening =
  /** All is known. `bytes`: what is there already, of a run before. */
  | { readonly event: 'start'; readonly files: number; readonly bytes: number; readonly total: number }
  /** Of all files together. */
  | { readonly event: 'progress'; readonly bytes: number; readonly total: number }
  /** One file is where it should be, whole. `file`: its path as the other side sees it, or on this disk. */
  | {
      readonly event: 'done'
      readonly file: string
      readonly bytes: number
      /** Where it comes from, as far as that is known. */
      readonly origin?: OriginMark
    }
  /** One file is not; the others go on. */
  | { readonly event: 'failed'; readonly file: string; readonly why: Fault | string }
  /** One that could be fetched, where a list was asked for. `bytes`: null where nobody says. */
  | { readonly event: 'listed'; readonly file: string; readonly bytes: number | null }
  /** Whatever is being waited for, and that it has come. */
  | { readonly event: 'wait' | 'resume'; readonly message: string }
  /** A sentence for people. */
  | { readonly event: 'note' | 'warning'; readonly message: string }
  /** What a program may want to take up: the path of a receipt, an archive. */
  | { readonly event: 'wrote'; readonly file: string; readonly message: string }

/** Where a command says how it goes: lines for programs, a moving line for people, or next to nothing. */
export interface Reporter {
  tell(what: Happening): void
  /** The last word: nothing moves any more. */
  close(): void
}
