import type { Fault } from '../core/faults/fault.ts'
import type { OriginMark } from '../core/trust/originMark.ts'

/** A file, as every event names one. */
export interface ToldFile {
  /** As the other side has it: folders and name, with '/' between them. */
  readonly file: string
  /** The server's number of it; null before it has one. */
  readonly id: number | null
  /** Of its content, in hex; null before that is known. */
  readonly sha256: string | null
  /** Null where nobody says. */
  readonly bytes: number | null
  /** Where it lies on this disk, absolute. */
  readonly path?: string
}

/** What a command says on its way. Sizes in bytes; `total`: of all files together. */
export type Happening =
  /** All is known. `bytes`: what is there already, of a run before. */
  | { readonly event: 'start'; readonly files: number; readonly bytes: number; readonly total: number }
  /** Of all files together. */
  | { readonly event: 'progress'; readonly bytes: number; readonly total: number }
  /** One file is where it should be, whole. `origin`: where it comes from, as far as that is known. */
  | ({ readonly event: 'done'; readonly origin?: OriginMark } & ToldFile)
  /** One file is not; the others go on. */
  | ({ readonly event: 'failed'; readonly why: Fault | string } & ToldFile)
  /** One that could be sent or fetched, where that alone was asked for. */
  | ({ readonly event: 'listed' } & ToldFile)
  /** Whatever is being waited for, and that it has come. */
  | { readonly event: 'wait' | 'resume'; readonly message: string }
  /** A sentence for people. */
  | { readonly event: 'note' | 'warning'; readonly message: string }
  /** What a program may want to take up: the absolute path of a receipt, an archive. */
  | { readonly event: 'wrote'; readonly path: string; readonly message: string }

/** Where a command says how it goes: lines for programs, a moving line for people, or next to nothing. */
export interface Reporter {
  tell(what: Happening): void
  /** The last word: nothing moves any more. */
  close(): void
}
