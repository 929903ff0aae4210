import { type Fault, fault } from '../../../core/faults/fault.ts'
import {
  type Gates,
  initialLink,
  type LinkAnswer,
  type LinkCall,
  type LinkInput,
  type LinkState,
  stepLink,
} from '../../../core/link/step.ts'
import { assertRule, SeededRandom } from '../upload/simulation/seededRandom.ts'

export interface LinkConditions {
  readonly seed: number
  readonly kind: LinkState['kind']
  readonly hasPassword: boolean
  readonly hasEmail: boolean
  /** False if the link was cut off before its keys. */
  readonly hasKeys: boolean
  /** Probability that a call is lost, that a person errs, and that the owner changes a gate. */
  readonly faults: number
  readonly stormSteps: number
  /** True if the port asks for the status of an upload link after each gate, as the command line does. */
  readonly asksAfterGates: boolean
}

const unanswered = fault('unanswered')
const keysMissing = fault('link-keys-missing')

/** A link, its server, its owner, and a person who opens it. */
export class LinkWorld {
  state: LinkState
  /** Wanted calls, in order. */
  readonly calls: LinkCall[] = []
  readonly counts = new Map<string, number>()
  readonly #its: LinkConditions
  readonly #random: SeededRandom
  #asks: { password: boolean; email: boolean }
  /** Gates that this visitor has passed. */
  #passed = { password: false, email: false }
  #hasKeys: boolean
  #faults: number
  /** Calls under way, of which any may be answered next, and how many led to each. */
  #pending: { call: LinkCall; depth: number }[] = []

  constructor(its: LinkConditions) {
    this.#its = its
    this.#random = new SeededRandom(its.seed)
    this.#asks = { password: its.hasPassword, email: its.hasEmail }
    this.#hasKeys = its.hasKeys
    this.#faults = its.faults
    this.state = initialLink(its.kind)
  }

  /** Opens the link, first in a storm and then without faults. */
  run(): this {
    this.#take({ type: 'begin' })
    for (let i = 0; i < this.#its.stormSteps; i++) this.#act()
    this.#faults = 0
    for (let i = 0; this.state.at !== 'open' || this.#pending.length > 0; i++) {
      assertRule(i < 60, `a link does not open: ${JSON.stringify(this.state)}`)
      this.#act()
    }
    return this
  }

  #act(): void {
    if (this.#isOneIn()) this.#changeGates()
    // A person may press while a call is under way.
    if (this.#pending.length === 0 || this.#isOneIn()) this.#take(this.#personInput())
    else {
      const [next] = this.#pending.splice(this.#random.below(this.#pending.length), 1)
      if (next) this.#take(this.#answered(next.call), next.depth)
    }
  }

  /** The owner sets or removes a gate; the passes of an upload link lapse. */
  #changeGates(): void {
    const gate = this.#random.isOneIn(0.5) ? 'password' : 'email'
    this.#asks[gate] = !this.#asks[gate]
    this.#passed = { password: false, email: false }
    this.#count('gate changed')
  }

  #pressed(): LinkInput {
    const types = ['entered', 'resend', 'change-address', 'notice-expired'] as const
    return { type: types[this.#random.below(types.length)] ?? 'entered' }
  }

  #personInput(): LinkInput {
    const { at, isTemporary } = this.state
    if (at === 'failed') {
      assertRule(isTemporary, 'a fault of the network is final')
      return { type: 'begin' }
    }
    if (at === 'keys') {
      this.#hasKeys = !this.#isOneIn()
      return { type: 'keys', keysFault: this.#hasKeys ? null : keysMissing }
    }
    return this.#isOneIn() ? this.#pressed() : { type: 'entered' }
  }

  #answered(call: LinkCall): LinkInput {
    const isResponseLost = this.#isOneIn()
    if (isResponseLost && this.#isOneIn()) return { type: 'refused', call, fault: unanswered }
    const answer = this.#carriedOut(call)
    if (isResponseLost) return { type: 'refused', call, fault: unanswered }
    return 'code' in answer ? { type: 'refused', call, fault: answer } : { type: 'accepted', call, answer }
  }

  /** What the server does and answers; the keys are opened here. */
  #carriedOut(call: LinkCall): LinkAnswer | Fault {
    const isDownload = this.#its.kind === 'download'
    const isWrong = this.#isOneIn()
    switch (call) {
      case 'status':
        return { gates: this.#gates(), keysFault: this.#hasKeys || !isDownload ? null : keysMissing }
      case 'password':
      case 'password-again':
        if (!this.#asks.password && !isDownload) return fault('gateNotAsked', { status: 409 })
        if (this.#asks.password && isWrong) return fault('badPassword', { status: 401 })
        this.#passed.password = true
        if (isDownload) return { gates: { ...this.#gates(), requires_password: false } }
        return this.#its.asksAfterGates ? { gates: this.#gates() } : {}
      case 'address':
      case 'code-again':
        return this.#asks.email ? { email: 'anna@example.org' } : fault('gateNotAsked', { status: 409 })
      case 'code':
        if (!this.#asks.email) return fault('gateNotAsked', { status: 409 })
        if (isWrong) return fault('badCode', { status: 400 })
        this.#passed.email = true
        return !isDownload && this.#its.asksAfterGates ? { gates: this.#gates() } : {}
      case 'keys':
        return isWrong ? fault('wrong-password') : {}
    }
  }

  /** Only upload links say that their password was given. */
  #gates(): Gates {
    const { password, email } = this.#asks
    const isPasswordPassed = this.#its.kind === 'upload' && this.#passed.password
    return { requires_password: password && !isPasswordPassed, requires_email: email && !this.#passed.email }
  }

  /** @param depth number of calls since a person did something */
  #take(input: LinkInput, depth = 0): void {
    const before = this.state
    const { state, call } = stepLink(before, input)
    this.state = state
    if (call !== null) {
      this.calls.push(call)
      this.#pending.push({ call, depth: depth + 1 })
      this.#count(call)
      // At most: a code, the status or the password again, the keys.
      assertRule(depth < 3, 'calls lead to calls')
    }
    if (state.at !== before.at) this.#count(state.at)
    this.#assertRules(before, input, call)
  }

  #assertRules(before: LinkState, input: LinkInput, call: LinkCall | null): void {
    const { at, gate, keysFault, isPasswordRight } = this.state
    assertRule(call === null || gate.waiting, 'a call is wanted that nobody waits for')
    assertRule(!gate.waiting || this.#pending.length > 0, 'a call is waited for that nobody makes')
    assertRule(gate.refused === null || !gate.waiting, 'it is said and tried at once')
    assertRule(call === null || at !== 'failed', 'a link that has failed calls')
    assertRule(
      before.at !== 'failed' || input.type === 'begin' || this.state === before,
      'a link that has failed goes on',
    )
    assertRule((at === 'keys' || at === 'failed') === (this.state.failure !== null), 'a failure is not said')
    const isMail = call === 'address' || call === 'code-again'
    assertRule(
      !isMail || keysFault === null || isPasswordRight,
      'a code is mailed for a link without its keys',
    )
    const isOpened = call === 'keys' || (at === 'open' && before.at !== 'open' && input.type === 'accepted')
    assertRule(!isOpened || this.#mayOpen(before), 'a link opens before its gates')
  }

  /** True if what the link said last asks for nothing that was not given since. */
  #mayOpen({ at }: LinkState): boolean {
    const { gates, keysFault, isPasswordRight } = this.state
    if (gates.requires_password || gates.requires_email) return false
    return at === 'open' || keysFault === null || isPasswordRight
  }

  #isOneIn(): boolean {
    return this.#random.isOneIn(this.#faults)
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}
