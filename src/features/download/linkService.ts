import type { LinkFragment } from '../../../core/crypto/index.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { type LinkStatus, type UnlockedLink } from '../../../core/keys/linkContents.ts'
import type { OpenedSharedFile, UnopenedSharedFile } from '../../../core/keys/sharedFiles.ts'

/** The open link, with what must not be in the store: its password, its keys, and its files by id. */
export class LinkService {
  #abort = new AbortController()
  status: LinkStatus | undefined
  keys: LinkFragment | null = null
  keysFault: Fault | null = null
  /** The parameters of the password that was accepted last; null before, and without a password. */
  acceptedKdf: LinkStatus['password_kdf'] = null
  /** The password that was right, and the response to it; kept until the link is open. */
  unlocked: UnlockedLink | undefined
  files: ReadonlyMap<number, OpenedSharedFile | UnopenedSharedFile> = new Map()

  /** Aborts the work for the previous link and forgets it. */
  reset(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.status = undefined
    this.keys = null
    this.keysFault = null
    this.acceptedKdf = null
    this.unlocked = undefined
    this.files = new Map()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }
}
