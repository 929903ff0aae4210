import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import type { SealingWorkers } from '../../../../core/ports.ts'
import type { Recipient } from '../../../../core/upload/recipient.ts'
import { markHandled } from '../../../../core/util/markHandled.ts'

/** Age in milliseconds up to which key and status count at the click. */
const maxAgeMs = 60_000

/** The recipient of a link, and the state of the link; null without a response. */
export type CheckedLink = readonly [Recipient, UploadStatus | null]

/**
 * [Note: Before the click]
 * While a person looks at the queue, the page loads what an upload needs, starts its first worker, and requests the
 * recipient's key and the state of the link. At the click both count if they are young. Older ones are requested again
 * beside the first announcement: the server confirms nothing that is sealed to another key than the one in force.
 */
export class UploadPreparation {
  #check: { linkToken: string; at: number; link: Promise<CheckedLink> } | null = null
  #workers: SealingWorkers<File> | null = null

  /** Requests key and state of a link, unless they are young. */
  check(linkToken: string, request: () => Promise<CheckedLink>): void {
    if (this.#check?.linkToken === linkToken && this.#isYoung) return
    this.#check = { linkToken, at: Date.now(), link: markHandled(request()) }
  }

  /** Passes the check of a link on to an upload, perhaps still under way; null if there is none. A retry checks anew. */
  takeCheck(linkToken: string): { link: Promise<CheckedLink>; isYoung: boolean } | null {
    const check = this.#check?.linkToken === linkToken ? this.#check : null
    const isYoung = this.#isYoung
    this.#check = null
    return check && { link: check.link, isYoung }
  }

  keepWorkers(start: () => SealingWorkers<File>): void {
    this.#workers ??= start()
  }

  /** Passes the workers on to an upload, which ends them; null if none were started. */
  takeWorkers(): SealingWorkers<File> | null {
    const workers = this.#workers
    this.#workers = null
    return workers
  }

  reset(): void {
    this.#check = null
    this.takeWorkers()?.close()
  }

  get #isYoung(): boolean {
    return this.#check !== null && Date.now() - this.#check.at <= maxAgeMs
  }
}
