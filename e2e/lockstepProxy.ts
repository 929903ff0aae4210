import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as forward } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page } from '@playwright/test'
import { makeCertificate } from '../scripts/makeCertificate.ts'

/** A request of the page itself, which shows that those before it have arrived here. */
const barrierPath = '/barrier'
/** Idle moments of the page in a row, after each of which nothing new has arrived. */
const idleMoments = 25
/** Headers of one connection, which HTTP/2 does not know. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * A proxy in front of the server that counts round trips, without a clock: it holds every request until the page has
 * nothing else to ask for, and lets all of them pass at once. It speaks HTTP/2, which has no limit of requests at a time.
 * Its server must trust it (TRUST_PROXY).
 */
export class LockstepProxy {
  origin = ''
  /** An argument of Chromium, by which it takes the proxy's certificate for a good one, and caches what comes. */
  browserArgument = ''
  /** Paths of all requests that were answered. */
  readonly passed: string[] = []
  /** Requests of one round trip: six stand for HTTP/1.1. */
  atATime = Infinity
  readonly #target: URL
  #server: ReturnType<typeof createSecureServer> | undefined
  #held: { path: string; release: () => Promise<void> }[] = []
  /** Paths of the requests of each round trip; null while nobody counts. */
  #rounds: string[][] | null = null
  #onHeld: () => void = () => undefined
  /** Number of requests that have come, and of those whose answers are not complete. */
  #taken = 0
  #unanswered = 0

  private constructor(target: string) {
    this.#target = new URL(target)
  }

  /** @param folder for its certificate */
  static async start(target: string, folder: string): Promise<LockstepProxy> {
    const proxy = new LockstepProxy(target)
    const { certificate, key } = makeCertificate(folder)
    const files = { cert: readFileSync(certificate), key: readFileSync(key) }
    const spki = new X509Certificate(files.cert).publicKey.export({ type: 'spki', format: 'der' })
    const hash = createHash('sha256').update(spki).digest('base64')
    proxy.browserArgument = `--ignore-certificate-errors-spki-list=${hash}`
    proxy.#server = createSecureServer(files, (incoming, outgoing) => proxy.#take(incoming, outgoing))
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    proxy.origin = `https://localhost:${(proxy.#server.address() as AddressInfo).port}`
    return proxy
  }

  /** Waits until the page has nothing to ask for and all answers are complete, while requests pass. */
  async settle(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page)
    for (let taken = -1; taken !== this.#taken || this.#unanswered > 0;) {
      taken = this.#taken
      await this.#untilQuiet(session)
    }
    await session.detach()
  }

  /** Counts the round trips of the page until `action` has resolved. */
  async count(page: Page, action: () => Promise<unknown>): Promise<string[][]> {
    const rounds: string[][] = (this.#rounds = [])
    // Playwright's own calls wait for pages that are loading.
    const session = await page.context().newCDPSession(page)
    let isOver = false as boolean
    const over = action().finally(() => {
      isOver = true
      this.#onHeld()
    })
    over.catch(() => undefined)
    for (;;) {
      if (this.#held.length === 0 && !isOver) await new Promise<void>((resolve) => (this.#onHeld = resolve))
      if (!isOver) await this.#untilQuiet(session)
      if (isOver) break
      const round = this.#held.splice(0, this.atATime)
      rounds.push(round.map(({ path }) => path))
      await Promise.all(round.map(({ release }) => release()))
    }
    this.#rounds = null
    for (const { release } of this.#held.splice(0)) void release()
    await session.detach()
    await over
    return rounds
  }

  stop(): void {
    this.#server?.close()
  }

  /** Resolves when the page has been idle for a while and asked for nothing more. */
  async #untilQuiet(page: CDPSession): Promise<void> {
    for (let idle = 0, held = this.#held.length; idle < idleMoments; idle++) {
      // It fails while the page is replaced by another one.
      await page.send('Runtime.evaluate', idleMoment).catch(() => undefined)
      if (this.#held.length === held) continue
      held = this.#held.length
      idle = 0
    }
  }

  #take(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
    const path = incoming.url
    if (path === barrierPath) {
      outgoing.end()
      return
    }
    this.#taken++
    this.#unanswered++
    const release = () => this.#forward(incoming, outgoing).finally(() => this.#unanswered--)
    const isNavigation = incoming.headers['sec-fetch-mode'] === 'navigate'
    // A page that goes to another one asks for nothing else, and cannot be asked whether it does.
    if (isNavigation) this.#rounds?.push([path])
    if (!this.#rounds || isNavigation) {
      void release()
      return
    }
    this.#held.push({ path, release })
    this.#onHeld()
  }

  /** Resolves when the answer is complete, or nobody wants it any more. */
  async #forward(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): Promise<void> {
    // A page that was replaced while its request was held: no further event would follow.
    if (incoming.stream.destroyed) return
    const { hostname, port } = this.#target
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')),
    )
    const onward = forward(
      {
        ...{ hostname, port, method: incoming.method, path: incoming.url },
        headers: {
          ...headers,
          host: incoming.authority,
          'x-forwarded-proto': 'https',
          'x-forwarded-host': incoming.authority,
          'x-forwarded-for': '127.0.0.1',
        },
      },
      (answer) => {
        const known = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(known))
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.stream.destroy())
    incoming.pipe(onward)
    outgoing.once('finish', () => this.passed.push(incoming.url))
    await new Promise<void>((resolve) => {
      outgoing.once('finish', resolve).once('close', resolve)
    })
  }
}

/** In the page: it has nothing else to do, and a request over the connection of all others has arrived. */
const idleMoment = {
  awaitPromise: true,
  expression: `new Promise((resolve) => setTimeout(resolve))
    .then(() => location.protocol === 'https:' && fetch('${barrierPath}')).then(() => 0, () => 0)`,
}
