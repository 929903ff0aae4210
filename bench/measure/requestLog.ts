/** A request as its bytes crossed the browser's end of a line; times in milliseconds since the log began. */
export interface LoggedRequest {
  /** Method and path. */
  name: string
  began: number
  /** When its last byte went in. */
  sent: number
  /** When the first and the last byte of its answer came out; null while none has. */
  answered: number | null
  ended: number | null
  sentBytes: number
  receivedBytes: number
}

const requestLine = /^([A-Z]{3,7} \/\S*) HTTP\/1\.1\r\n/
const maxRequestLine = 2048
/** Characters of a name that are shown: archives name all their files. */
const maxNameLength = 120

/** Requests over a line, read from the bytes of HTTP/1.1, in the order in which they began. */
export class RequestLog {
  #began = performance.now()
  #requests: LoggedRequest[] = []

  get requests(): readonly LoggedRequest[] {
    return this.#requests
  }

  /** Forgets what was, and counts time from now. */
  restart() {
    this.#began = performance.now()
    this.#requests = []
  }

  /** Observers of the bytes of one connection, at the browser's end. */
  followConnection(): { onSent: (piece: Buffer) => void; onReceived: (piece: Buffer) => void } {
    let open: LoggedRequest | null = null
    const now = () => performance.now() - this.#began
    return {
      onSent: (piece) => {
        const name = requestLine.exec(piece.toString('latin1', 0, maxRequestLine))?.[1]
        if (name !== undefined) {
          open = { name, began: now(), sent: 0, answered: null, ended: null, sentBytes: 0, receivedBytes: 0 }
          this.#requests.push(open)
        }
        if (!open) return
        open.sent = now()
        open.sentBytes += piece.length
      },
      onReceived: ({ length }) => {
        if (!open) return
        open.answered ??= now()
        open.ended = now()
        open.receivedBytes += length
      },
    }
  }
}

/** One line a request: when it began, had gone in, was answered and had its answer whole. */
export function requestsText(requests: readonly LoggedRequest[]): string {
  const at = (time: number | null) => (time === null ? '–' : String(Math.round(time))).padStart(7)
  const lines = requests.map(
    ({ name, began, sent, answered, ended, sentBytes, receivedBytes }) =>
      `${[began, sent, answered, ended].map(at).join('')}${String(sentBytes).padStart(10)}${String(receivedBytes).padStart(10)}  ${name.slice(0, maxNameLength)}`,
  )
  return ['  began   sent  first   last  bytes up      down', ...lines, ''].join('\n')
}
