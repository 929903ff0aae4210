import { type Fault, type FaultCode, fault } from '../../../../core/faults/fault.ts'
import type { UploadResponse, Verdict } from '../../../../core/upload/state.ts'
import { assertRule } from './seededRandom.ts'
import { hashOf, type SentFile, type SentPart } from './modelThreads.ts'

interface StoredUpload {
  readonly index: number
  readonly size: number
  readonly count: number
  readonly parts: Map<number, string>
  /** Parts that are not what was sent. */
  readonly altered: Set<number>
  state: 'open' | 'confirmed' | 'spent'
}

const refusal = (code: FaultCode, status: number | null): { ok: false; fault: Fault } => ({
  ok: false,
  fault: fault(code, { status }),
})

/** What a server does: uploads with numbered parts, one result a batch index, gates, a quota, a link that can go. */
export class ModelServer {
  readonly uploads = new Map<string, StoredUpload>()
  /** By batch index: confirmed once, and repeated. */
  readonly results = new Map<number, { fileId: number; hash: string }>()
  isGateClosed = false
  isLinkGone = false
  hasRefusedForRoom = false
  /** Files whose ciphertext does not look like any. */
  readonly refused = new Set<number>()
  /** How often an upload of a file was taken away from it. */
  readonly timesTakenAway = new Map<number, number>()
  /** How often a file was not confirmed because parts were altered. */
  readonly timesAltered = new Map<number, number>()
  #next = 1
  #free: number
  readonly #isDirect: boolean

  constructor(quota: number, isDirect: boolean) {
    this.#free = quota
    this.#isDirect = isDirect
  }

  create(index: number, size: number, count: number): UploadResponse {
    const linkRefusal = this.#refusalOfLink()
    if (linkRefusal) return linkRefusal
    if (size > this.#free) return this.#refuseForRoom()
    const uploadId = `u${this.#next++}`
    this.#free -= size
    this.uploads.set(uploadId, { index, size, count, parts: new Map(), altered: new Set(), state: 'open' })
    return { ok: true, uploadId, direct: this.#isDirect }
  }

  getUpload(uploadId: string): UploadResponse {
    const upload = this.#find(uploadId)
    return 'ok' in upload ? upload : { ok: true, parts: [...upload.parts.keys()], direct: this.#isDirect }
  }

  /** @returns why there is none */
  issueAddress(uploadId: string): UploadResponse | null {
    assertRule(this.#isDirect, 'an address is asked for that nobody offers')
    const upload = this.#find(uploadId)
    if ('ok' in upload) return { ...upload, at: 'address' }
    return upload.state === 'spent' ? { ...refusal('uploadSentTooOften', 409), at: 'address' } : null
  }

  /** By an address: the store knows the upload, or not. */
  putDirectly(uploadId: string, part: SentPart, isAltered: boolean): UploadResponse {
    const upload = this.uploads.get(uploadId)
    if (upload?.state !== 'open') return { ...refusal('refused', 404), at: 'store' }
    this.#storePart(uploadId, upload, part)
    if (isAltered) upload.altered.add(part.n)
    else upload.altered.delete(part.n)
    return { ok: true, at: 'store' }
  }

  put(uploadId: string, part: SentPart): UploadResponse {
    const upload = this.#find(uploadId)
    if ('ok' in upload) return upload
    if (upload.state === 'spent') return refusal('uploadSentTooOften', 409)
    this.#storePart(uploadId, upload, part)
    return { ok: true }
  }

  #storePart(uploadId: string, { parts }: StoredUpload, { n, content }: SentPart) {
    const before = parts.get(n)
    assertRule(
      before === undefined || before === content,
      `part ${n} of ${uploadId} came with another content`,
    )
    parts.set(n, content)
  }

  /** Files of a form. */
  store(files: readonly SentFile[], bytes: number): UploadResponse {
    const linkRefusal = this.#refusalOfLink()
    if (linkRefusal) return linkRefusal
    const isRepeat = files.every(({ index }) => this.results.has(index))
    if (!isRepeat && bytes > this.#free) return this.#refuseForRoom()
    if (!isRepeat) this.#free -= bytes
    return { ok: true, verdicts: files.map((file) => this.#verdict(file)) }
  }

  /** A file in parts. */
  confirm(uploadId: string, file: SentFile): UploadResponse {
    const linkRefusal = this.#refusalOfLink()
    if (linkRefusal) return linkRefusal
    const upload = this.uploads.get(uploadId)
    if (!this.results.has(file.index)) {
      if (!upload) return { ok: true, verdicts: [refusal('uploadUnknown', null)] }
      if (upload.state === 'confirmed') return { ok: true, verdicts: [refusal('uploadConfirmed', null)] }
      if (upload.altered.size > 0) {
        for (const n of upload.altered) upload.parts.delete(n)
        upload.altered.clear()
        this.timesAltered.set(file.index, (this.timesAltered.get(file.index) ?? 0) + 1)
      }
      if (upload.parts.size < upload.count) {
        assertRule(
          this.timesAltered.has(file.index),
          `confirmed with ${upload.parts.size} of ${upload.count} parts`,
        )
        return { ok: true, verdicts: [refusal('partsMissing', null)] }
      }
      const contents = [...upload.parts].sort(([a], [b]) => a - b).map(([, content]) => content)
      assertRule(hashOf(contents) === file.hash, `${contents.join()} is confirmed as ${file.hash}`)
      if (this.refused.has(file.index)) this.uploads.delete(uploadId)
      else upload.state = 'confirmed'
    } else if (upload?.state === 'open') this.abort(uploadId)
    return { ok: true, verdicts: [this.#verdict(file)] }
  }

  abort(uploadId: string) {
    const upload = this.uploads.get(uploadId)
    if (!upload || upload.state === 'confirmed') return
    this.#free += upload.size
    this.uploads.delete(uploadId)
  }

  /** It expires, belongs to another verified address, or was sent too often. */
  takeAway(uploadId: string, how: 'away' | 'spent') {
    const upload = this.uploads.get(uploadId)
    if (!upload || upload.state === 'confirmed') return
    this.timesTakenAway.set(upload.index, (this.timesTakenAway.get(upload.index) ?? 0) + 1)
    if (how === 'spent') upload.state = 'spent'
    else this.abort(uploadId)
  }

  #verdict({ index, hash }: SentFile): Verdict {
    const known = this.results.get(index)
    if (known)
      return known.hash === hash ? { ok: true, fileId: known.fileId } : refusal('stored-otherwise', null)
    if (this.refused.has(index)) return refusal('notEncrypted', null)
    const fileId = this.#next++
    this.results.set(index, { fileId, hash })
    return { ok: true, fileId }
  }

  #find(uploadId: string): StoredUpload | (UploadResponse & { ok: false }) {
    const linkRefusal = this.#refusalOfLink()
    if (linkRefusal) return linkRefusal
    const upload = this.uploads.get(uploadId)
    if (!upload) return refusal('uploadUnknown', 404)
    return upload.state === 'confirmed' ? refusal('uploadConfirmed', 409) : upload
  }

  #refusalOfLink() {
    if (this.isLinkGone) return refusal('linkInvalid', 410)
    return this.isGateClosed ? refusal('gateClosed', 403) : null
  }

  #refuseForRoom() {
    this.hasRefusedForRoom = true
    return refusal('linkQuota', 507)
  }
}
