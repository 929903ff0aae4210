import { fault } from '../../../../core/faults/fault.ts'
import type { UploadResponse } from '../../../../core/upload/state.ts'
import type { ModelRequest } from './requests.ts'
import type { UploadWorld } from './uploadWorld.ts'

type CallFault = 'lost' | 'answer-lost' | 'bad-gateway' | 'busy' | 'token'

const unanswered: UploadResponse & { ok: false } = { ok: false, fault: fault('unanswered') }

function responseTo(wrong: CallFault): UploadResponse & { ok: false } {
  if (wrong === 'lost' || wrong === 'answer-lost') return unanswered
  if (wrong === 'bad-gateway') return { ok: false, fault: fault('refused', { status: 502 }) }
  if (wrong === 'busy') return { ok: false, fault: fault('busy', { status: 503, after: 2 }) }
  return { ok: false, fault: fault('csrf', { status: 403 }) }
}

/** The way of one page to the server, with a proxy on it. */
export class Network {
  readonly #world: UploadWorld
  /** By call, in a row. */
  readonly #csrfRefusals = new Map<string, number>()

  constructor(world: UploadWorld) {
    this.#world = world
  }

  /** @param call is the same when it is tried again @returns what its sender hears */
  send(call: string, bytes: number, request: ModelRequest): UploadResponse {
    const { proxy } = this.#world
    if (request.refusedAddress) return this.#sendDirectly(call, request, request.refusedAddress)
    if (bytes > 0) request.left()
    if (bytes > proxy.mostBytes) {
      this.#world.count('too large')
      return proxy.saysSo ? { ok: false, fault: fault('refused', { status: 413 }) } : unanswered
    }
    const wrong = this.#drawFault(call)
    if (wrong === 'answer-lost') request.run()
    return wrong === null ? request.run() : responseTo(wrong)
  }

  /** Past the proxy, whatever its size, if the server gives an address. */
  #sendDirectly(
    call: string,
    request: ModelRequest,
    refusedAddress: () => UploadResponse | null,
  ): UploadResponse {
    const wrong = this.#drawFault(call)
    if (wrong !== null) return { ...responseTo(wrong), at: 'address' }
    const refused = refusedAddress()
    if (refused) return refused
    request.left()
    if (!this.#world.doesStoreFail()) return request.run()
    this.#world.count('store failed')
    if (this.#world.chance.isOneIn(0.3)) request.run()
    return {
      ok: false,
      fault: fault('refused', { status: this.#world.chance.isOneIn(0.5) ? 0 : 403 }),
      at: 'store',
    }
  }

  /** It is stopped on its way: it may have arrived. */
  stop(request: ModelRequest): UploadResponse {
    if (this.#world.chance.isOneIn(0.3)) request.run()
    return unanswered
  }

  #drawFault(call: string): CallFault | null {
    const { chance } = this.#world
    if (!this.#world.isFault(1)) return null
    const kinds: readonly CallFault[] = ['lost', 'answer-lost', 'answer-lost', 'bad-gateway', 'busy', 'token']
    const kind = kinds[chance.below(kinds.length)] ?? 'lost'
    if (kind !== 'token') {
      this.#csrfRefusals.delete(call)
      return kind
    }
    const refused = (this.#csrfRefusals.get(call) ?? 0) + 1
    // Refused once more it would be a matter of its own.
    if (refused > 2) return null
    this.#csrfRefusals.set(call, refused)
    return kind
  }
}
