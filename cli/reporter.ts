import type { Fault } from '../core/faults/fault.ts'
import type { ShownOrigin } from '../core/trust/shownOrigin.ts'

/** A file in an event. */
export interface ReportedFile {
  /** Folders and name on the server, '/'-separated; null if the server does not know them, and the key is not open. */
  readonly file: string | null
  /** The file's id on the server; null before it has one. */
  readonly id: number | null
  /** SHA-256 of its content in hex; null if unknown. */
  readonly sha256: string | null
  /** Its size; null if unknown. */
  readonly bytes: number | null
  /** Local path, absolute. */
  readonly path?: string
  /** When it is deleted by date, in ISO 8601; absent: it stays, or is not said here. */
  readonly expires_at?: string
}

/** The name of a file for people. */
export const fileLabel = ({ file, id }: Pick<ReportedFile, 'file' | 'id'>, detail = ''): string =>
  file ?? `(name hidden, number ${id}${detail})`

/** The upload link of a folder. */
interface ReportedUploadLink {
  readonly link: string
  /** The generated password of a new folder; null without one, and for a folder that existed. */
  readonly password: string | null
  readonly id: number
  readonly title: string
  /** Address of the folder, as other commands take it. */
  readonly address: string
  /** When the link ends, in ISO 8601; null for never. */
  readonly expires: string | null
  /** Days after which files are deleted that arrive; null: they stay. */
  readonly retention_days: number | null
}

/** Times of a file or folder in the trash, in ISO 8601; absent for others. */
export interface TrashTimes {
  readonly deleted?: string
  readonly restorable_until?: string
}

/** An event of a command. Sizes are in bytes; `total` is that of all files. */
export type ReportEvent =
  /** All files are known. `bytes`: complete since an earlier run. */
  | { readonly event: 'start'; readonly files: number; readonly bytes: number; readonly total: number }
  | { readonly event: 'progress'; readonly bytes: number; readonly total: number }
  /** A file is complete and in place. `origin`: its proven origin, if known. */
  | ({ readonly event: 'done'; readonly origin?: ShownOrigin } & ReportedFile)
  /** A file failed; the others continue. */
  | ({ readonly event: 'failed'; readonly why: Fault | string } & ReportedFile)
  /** A listed file, or one that would be sent or fetched. `uploaded`: ISO 8601, of `ls` and `trash`. */
  | ({ readonly event: 'listed'; readonly uploaded?: string } & ReportedFile & TrashTimes)
  /** What a message says; verbatim, while people see its hidden characters. */
  | ({ readonly event: 'message'; readonly text: string } & ReportedFile)
  /** Something blocks the command, or does not any more. */
  | { readonly event: 'wait' | 'resume'; readonly message: string }
  | { readonly event: 'note' | 'warning'; readonly message: string }
  /** A download link that was made. `expires`: ISO 8601; null for never. */
  | {
      readonly event: 'shared'
      /** With its keys, unless it has a password. */
      readonly link: string
      readonly password: string | null
      readonly expires: string | null
      readonly max_downloads: number | null
      /** The people who may use it; null for whoever has it. */
      readonly allowed_emails: readonly string[] | null
      /** When the first of its files is deleted, in ISO 8601; null if all stay as long as the link. */
      readonly files_expire_at: string | null
      readonly files: readonly ReportedFile[]
    }
  /** A folder that was made, and its upload link. */
  | ({ readonly event: 'made' } & ReportedUploadLink)
  /** The upload link of a folder that existed. */
  | ({ readonly event: 'upload' } & ReportedUploadLink)
  /** A folder of the account. */
  | ({
      readonly event: 'folder'
      readonly id: number
      readonly title: string
      readonly address: string
      /** Number of its files, and their size. */
      readonly files: number
      readonly bytes: number
    } & TrashTimes)
  /** A download link of a folder. Times are ISO 8601. */
  | {
      readonly event: 'link'
      /** Without its keys. */
      readonly address: string
      readonly created: string
      readonly expires: string | null
      readonly has_password: boolean
      /** Number of downloads of its files. */
      readonly downloads: number
      readonly max_downloads: number | null
      readonly used_downloads: number
      /** Null for a name that the server does not know. */
      readonly names: readonly (string | null)[]
    }
  /** A download link that was ended. */
  | { readonly event: 'ended'; readonly address: string }
  /** A folder that was restored from the trash. */
  | { readonly event: 'restored'; readonly address: string }
  /** A download link that was changed. */
  | { readonly event: 'changed'; readonly address: string }
  /** A first key pair that was made. `words`: of its fingerprint; `path`: of its backup, absolute. */
  | {
      readonly event: 'key'
      readonly fingerprint: string
      readonly words: readonly string[]
      readonly path: string
    }
  /** An API token that was made. `expires`: ISO 8601. */
  | { readonly event: 'token'; readonly token: string; readonly expires: string }
  /** An output for programs: the absolute path of a receipt or an archive. */
  | { readonly event: 'wrote'; readonly path: string; readonly message: string }

/** Reports a command's events: as lines for programs, a live line for people, or errors only. */
export interface Reporter {
  emit(event: ReportEvent): void
  /** Removes the live line. Call it after the last event. */
  close(): void
}
