import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Transform } from 'node:stream'

/** Pseudo-random numbers that are the same in every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A bad network between a browser and the server: connections that break, answers that are lost, a gateway that fails
 * now and then. Faults come at counted bytes, not at times, so a run is the same on any machine.
 */
export class FaultyProxy {
  origin = ''
  /** Of the requests for parts, how many are answered 502 instead. */
  badGatewayShare = 0
  /** Parts are refused with 400: nobody tries those again by himself. */
  refusesParts = false
  /** Larger bodies do not come through: they are answered 413, or cut off in the middle without an answer. */
  maxBodyBytes = Infinity
  answersTooLarge = true
  /** How many parts and how many forms were too large. */
  tooLargeCounts = { PUT: 0, POST: 0 }
  /** For each form that went through, in the order of the answers: whether it said that it ends its batch. */
  readonly endsBatch: boolean[] = []
  /** Bytes of bodies that went through, for all requests to `/api/upload/`. */
  bodyBytes = 0
  /** Requests with bodies that are under way. */
  openRequests = 0
  /** For each part: how often its bytes went through whole. */
  readonly partTransfers = new Map<string, number>()
  /** Requests for parts that found a server, and how many of them were answered 502. */
  partRequests = 0
  badGateways = 0
  readonly #target: URL
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #random: () => number
  #refusesConnections = false
  /** Bodies stop at this many bytes until somebody resumes. */
  #holdAt = Infinity
  #held: (() => void)[] = []
  #onReached: (() => void) | undefined
  #dropAnswerTo: ((request: IncomingMessage) => boolean) | undefined
  #keepsHead = false
  /** What the server has said of parts, until somebody lets it through. */
  #pendingAnswers: (() => void)[] | null = null

  private constructor(target: string, seed: number) {
    this.#target = new URL(target)
    this.#random = seededRandom(seed)
    this.#server = createServer((incoming, outgoing) => this.#handle(incoming, outgoing))
    this.#server.on('connection', (socket) => {
      if (this.#refusesConnections) {
        socket.destroy()
        return
      }
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(target: string, seed = 1): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target, seed)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    proxy.origin = `http://localhost:${(proxy.#server.address() as AddressInfo).port}`
    return proxy
  }

  /** The same page, through here. */
  through(url: string): string {
    return url.replace(new URL(url).origin, this.origin)
  }

  /** Resolves when so many bytes of bodies have come; they go no further until `resume`. */
  holdAt(bytes: number): Promise<void> {
    this.#holdAt = bytes
    return new Promise((resolve) => {
      this.#onReached = resolve
      if (this.bodyBytes >= bytes) resolve()
    })
  }

  resume() {
    this.#holdAt = Infinity
    this.#held.splice(0).forEach((go) => go())
  }

  /** The server takes its time: its answers to parts go no further until `releaseAnswers`. */
  holdAnswers() {
    this.#pendingAnswers ??= []
  }

  get heldAnswers(): number {
    return this.#pendingAnswers?.length ?? 0
  }

  releaseAnswers() {
    const answers = this.#pendingAnswers ?? []
    this.#pendingAnswers = null
    for (const give of answers) give()
  }

  /** Breaks every connection, and takes no new one until `mend`. */
  cutConnections() {
    this.#refusesConnections = true
    for (const socket of this.#sockets) socket.destroy()
    this.resume()
  }

  acceptConnections() {
    this.#refusesConnections = false
  }

  /** The next such request reaches the server, and its answer nobody. @param keepsHead the answer breaks off behind its head */
  dropAnswerTo(isMeant: (request: IncomingMessage) => boolean, keepsHead = false) {
    this.#dropAnswerTo = isMeant
    this.#keepsHead = keepsHead
  }

  get droppedAnAnswer(): boolean {
    return this.#dropAnswerTo === undefined
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cutConnections()
    await closed
  }

  #handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { url = '', method = 'GET', headers } = incoming
    const isPart = method === 'PUT' && url.includes('/parts/')
    if (isPart) this.partRequests++
    if (isPart && this.#random() < this.badGatewayShare) {
      this.badGateways++
      incoming.resume()
      incoming.on('end', () =>
        outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
      )
      return
    }
    if (isPart && this.refusesParts) {
      incoming.resume()
      outgoing.writeHead(400, { 'content-type': 'application/json' }).end('{"detail":"Not now."}')
      return
    }
    if (Number(headers['content-length']) > this.maxBodyBytes) {
      this.tooLargeCounts[isPart ? 'PUT' : 'POST']++
      this.#refuseBody(incoming, outgoing)
      return
    }
    const dropsAnswer = this.#dropAnswerTo?.(incoming) ?? false
    if (dropsAnswer) this.#dropAnswerTo = undefined
    const { hostname, port } = this.#target
    const isForm = method === 'POST' && /^\/api\/upload\/[^/]+$/.test(url)
    let end = Buffer.alloc(0)
    if (isForm) incoming.on('data', (bytes: Buffer) => (end = Buffer.concat([end, bytes]).subarray(-1024)))
    const upstream = request({ hostname, port, path: url, method, headers }, (answer) => {
      if (isPart && answer.statusCode === 204) {
        this.partTransfers.set(url, (this.partTransfers.get(url) ?? 0) + 1)
      }
      if (isForm && answer.statusCode === 200) this.endsBatch.push(end.includes('name="batch_last"'))
      if (dropsAnswer) {
        answer.resume()
        answer.on('end', () => {
          if (!this.#keepsHead) outgoing.destroy()
          else
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers).write('{', () => outgoing.destroy())
        })
        return
      }
      answer.on('error', () => outgoing.destroy())
      const give = () => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers))
      if (isPart && this.#pendingAnswers) this.#pendingAnswers.push(give)
      else give()
    })
    // The server is down, or goes down: so does this connection.
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (isPart && error.code === 'ECONNREFUSED') this.partRequests--
      outgoing.destroy()
    })
    outgoing.on('close', () => upstream.destroy())
    incoming.on('error', () => upstream.destroy())
    const counts = url.startsWith('/api/upload/') && method !== 'GET'
    if (counts) {
      this.openRequests++
      outgoing.on('close', () => this.openRequests--)
    }
    incoming
      .pipe(counts ? this.#countBytes() : new Transform({ transform: (b, _, done) => done(null, b) }))
      .pipe(upstream)
  }

  #refuseBody(incoming: IncomingMessage, outgoing: ServerResponse) {
    incoming.on('error', () => undefined)
    if (this.answersTooLarge) {
      // As nginx does: at once, and what still comes is thrown away.
      outgoing.writeHead(413, { 'content-type': 'text/html', connection: 'close' }).end('<h1>Too large</h1>')
      incoming.resume()
      return
    }
    // Long enough for the browser to see bytes leave.
    setTimeout(() => outgoing.destroy(), 300)
  }

  #countBytes(): Transform {
    return new Transform({
      transform: (bytes: Buffer, _, done) => {
        this.bodyBytes += bytes.length
        if (this.bodyBytes < this.#holdAt) {
          done(null, bytes)
          return
        }
        this.#held.push(() => done(null, bytes))
        this.#onReached?.()
        this.#onReached = undefined
      },
    })
  }
}
