import type { CallResponse } from '../../../contract/call.ts'
import type { getDownloadStatus } from '../../../contract/schemas/downloads.ts'
import type { StretchedLinkPassword } from '../../../core/crypto/index.ts'
import type { OpenedSharedFile, UnopenedSharedFile } from '../../../core/keys/sharedFiles.ts'

export type LinkStatus = CallResponse<typeof getDownloadStatus>

/** The open link, with what must not be in the store: keys and addresses of its files, by id. */
export class LinkService {
  #abort = new AbortController()
  /** Kept for pasted keys and for the password. */
  status: LinkStatus | null = null
  /** The password that was right, kept while the link asks for an e-mail address. */
  password: StretchedLinkPassword | null = null
  files: ReadonlyMap<number, OpenedSharedFile | UnopenedSharedFile> = new Map()

  /** Aborts the work for the previous link and forgets it. @returns the signal of the next one */
  reset(): AbortSignal {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.status = null
    this.password = null
    this.files = new Map()
    return this.signal
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }
}
