import {
  totalBytes,
  isSuccess,
  type RequestKind,
  type WireAnswer,
  type WireRequest,
} from '../../e2e/protocol/wire.ts'

/** What came of the requests of one measurement. */
export class LoadRecord {
  /** Confirmed, or saved whole. */
  files = 0
  /** Bodies that were answered well. */
  bytesIn = 0
  bytesOut = 0
  /** Milliseconds until the last byte of a good answer. */
  readonly times = new Map<RequestKind, number[]>()
  /** How often what went wrong. */
  readonly errors = new Map<string, number>()

  answered({ kind, body = [] }: WireRequest, answer: WireAnswer, milliseconds: number): void {
    if (!isSuccess(answer)) {
      this.failed(`${kind} ${answer.status}`)
      return
    }
    this.bytesIn += totalBytes(body)
    const times = this.times.get(kind)
    if (times) times.push(milliseconds)
    else this.times.set(kind, [milliseconds])
  }

  failed(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1)
  }
}
