import type { CallResponse } from '../../../contract/call.ts'
import type { getDownloadStatus } from '../../../contract/schemas/downloads.ts'
import type { OpenedSharedFile, UnopenedSharedFile } from '../../../core/keys/shared.ts'

export type LinkStatus = CallResponse<typeof getDownloadStatus>

/** The link that is open, with what may not be in the store: keys and addresses of its files, by id. */
export class LinkService {
  #abort = new AbortController()
  /** Kept for keys that are pasted and for the password. */
  status: LinkStatus | null = null
  files: ReadonlyMap<number, OpenedSharedFile | UnopenedSharedFile> = new Map()

  /** Another link, or none: whatever is under way for the one before is given up. @returns ends this one */
  begin(): AbortSignal {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.status = null
    this.files = new Map()
    return this.signal
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }
}
