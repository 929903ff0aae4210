import { MiB } from '../../../../contract/limits.ts'
import type { Fault, FaultCode } from '../../../../core/faults/fault.ts'
import type { JournalRecord } from '../../../../core/upload/state.ts'
import { SeededRandom } from './seededRandom.ts'
import { ModelDisk } from './modelJournal.ts'
import { ModelServer } from './modelServer.ts'
import { UsedNonces, ModelFiles, type ModelSeal } from './modelThreads.ts'
import { ModelPage } from './modelPage.ts'
import { AllowedFailures } from './pageInvariants.ts'

/** How bad it gets, and for how long. */
export interface SimulatedConditions {
  readonly seed: number
  readonly sizes: readonly number[]
  readonly threads: number
  /** Share of things that go wrong. */
  readonly faults: number
  /** Things that happen until nothing goes wrong any more. */
  readonly stormSteps: number
  readonly mostBytes: number
  readonly saysSo: boolean
  readonly quota: number
  readonly journalFailsFrom: number
  readonly removalsThatFail: number
  /** Parts may go straight to a store, which fails so often: 1 where no browser can reach it. */
  readonly isDirect: boolean
  readonly storeFails: number
  /** Share of the parts that the store has altered. */
  readonly storeAlters: number
  readonly mayCancel: boolean
  readonly mayLoseLink: boolean
}

/** Everything outside of the machine, all pages of one batch one after the other. */
export class UploadWorld {
  readonly chance: SeededRandom
  readonly files: ModelFiles
  readonly server: ModelServer
  readonly disk: ModelDisk
  readonly exposed = new UsedNonces()
  readonly allowedFailures = new AllowedFailures()
  /** Files that a page goes on with: it could not seal a part again that had arrived before. */
  readonly resumed = new Set<number>()
  readonly threads: number
  readonly proxy: { readonly mostBytes: number; readonly saysSo: boolean }
  readonly counts = new Map<string, number>()
  /** What came to the machine lately, and what came of it. */
  readonly #trace: { readonly now: number; readonly happened: object }[] = []
  now = 0
  unsafeAnswers = 0
  steps = 0
  readonly #conditions: SimulatedConditions
  #codesExcusedForAll = new Set<FaultCode>()
  #keys = 0

  constructor(weather: SimulatedConditions) {
    this.#conditions = weather
    this.chance = new SeededRandom(weather.seed)
    this.files = new ModelFiles(weather.sizes)
    this.server = new ModelServer(weather.quota, weather.isDirect)
    this.disk = new ModelDisk(weather.journalFailsFrom, weather.removalsThatFail)
    this.threads = weather.threads
    this.proxy = weather
  }

  /** Runs to its end. @throws an Error that says which rule was broken, and what happened before */
  run(): this {
    try {
      this.#run()
    } catch (error) {
      const lately = this.#trace
        .slice(-40)
        .map(({ now, happened }) => `${Math.round(now)} ${abridgedJson(happened)}`)
      throw new Error(`${String(error)}, after ${this.steps} steps:\n${lately.join('\n')}`, { cause: error })
    }
    return this
  }

  #run() {
    let page: ModelPage | null = new ModelPage(this)
    for (; page && !page.isOver; this.steps++) {
      if (this.steps > 20_000) throw new Error('it does not end')
      if (this.steps === this.#conditions.stormSteps) this.#endStorm(page)
      if (this.#isStorm && this.chance.isOneIn(0.08)) {
        page = this.#causeTrouble(page)
        continue
      }
      this.now += this.chance.draw() * 300
      const { tasks } = page
      if (tasks.count > 0) tasks.run(this.#isStorm ? this.chance.below(tasks.count) : 0)
      else this.#advance(page)
    }
  }

  get #isStorm(): boolean {
    return this.steps < this.#conditions.stormSteps && this.#conditions.faults > 0
  }

  note(...happened: readonly object[]) {
    for (const one of happened) this.#trace.push({ now: this.now, happened: one })
    if (this.#trace.length > 10_000) this.#trace.splice(0, 9000)
  }

  isFault(share: number): boolean {
    return this.#isStorm && this.chance.isOneIn(share * this.#conditions.faults)
  }

  doesStoreFail(): boolean {
    return this.chance.isOneIn(this.#conditions.storeFails)
  }

  doesStoreAlter(): boolean {
    const isAltered = this.chance.isOneIn(this.#conditions.storeAlters)
    if (isAltered) this.count('altered')
    return isAltered
  }

  newSeal(index: number): ModelSeal {
    return { key: ++this.#keys, index, date: this.files.date(index) }
  }

  count(what: string) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  excuseAll(code: FaultCode) {
    this.#codesExcusedForAll = new Set(this.#codesExcusedForAll).add(code)
  }

  /** Whether what has become of the server or of the file ends it. */
  allows(index: number, { code }: Fault): boolean {
    const { server, files } = this
    const taken = server.timesTakenAway.get(index) ?? 0
    // It begins anew three times, whatever the reason.
    const isTaken = taken > 0 && (taken + this.unsafeAnswers > 3 || files.changed.has(index))
    if (code === 'linkInvalid') return server.isLinkGone
    if (code === 'linkQuota') return server.hasRefusedForRoom
    if (code === 'notEncrypted') return server.refused.has(index)
    if (code === 'file-changed' || code === 'stored-otherwise') return files.changed.has(index)
    // What is no ciphertext does not stay on the server.
    if (code === 'uploadUnknown') return isTaken || server.refused.has(index)
    if (code === 'uploadSentTooOften') return isTaken
    // Sent again twice, by each page.
    if (code === 'partsMissing') return (server.timesAltered.get(index) ?? 0) > 2
    return this.#codesExcusedForAll.has(code)
  }

  #endStorm(page: ModelPage) {
    this.server.isGateClosed = false
    page.feed({ type: 'resume' })
    if (page.state.requestQueue.gate === 'closed') page.feed({ type: 'gate-passed' })
  }

  /** Nothing is under way: time goes by, or a person has to do something. */
  #advance(page: ModelPage) {
    const { requestQueue } = page.state
    const at = page.wakeAt()
    if (at !== null) {
      this.now = Math.max(this.now, at)
      page.feed({ type: 'time' })
    } else if (requestQueue.paused) page.feed({ type: 'resume' })
    else if (requestQueue.gate === 'closed') this.#passGate(page)
    else throw new Error('stuck')
  }

  #passGate(page: ModelPage) {
    this.server.isGateClosed = false
    this.count('gate passed')
    page.feed({ type: 'gate-passed' })
  }

  /** Something from outside. @returns the page that is there after it, or null when nobody comes again */
  #causeTrouble(page: ModelPage): ModelPage | null {
    const { chance, server, files } = this
    const index = chance.below(files.sizes.length)
    const kind = chance.below(100)
    if (kind < 6) return this.#reload(page)
    if (kind < 20) page.kill(chance.below(10))
    else if (kind < 34) page.feed({ type: 'pause' })
    else if (kind < 48) page.feed({ type: 'resume' })
    else if (kind < 58) server.isGateClosed = !server.isGateClosed
    else if (kind < 76) {
      if (page.state.requestQueue.gate === 'closed') this.#passGate(page)
    } else if (kind < 80) page.feed({ type: 'network-back' })
    else if (kind < 83) files.change(index, chance.isOneIn(0.3))
    else if (kind < 86) this.#takeUploadAway()
    else if (kind < 87) server.refused.add(index)
    else if (kind < 88 && this.#conditions.mayLoseLink) server.isLinkGone = true
    else if (kind < 90 && this.#conditions.mayCancel) page.feed({ type: 'cancel' })
    else if (kind < 94) return this.#rollBack(page)
    return page
  }

  #takeUploadAway() {
    const ids = [...this.server.uploads.keys()]
    const id = ids[this.chance.below(Math.max(1, ids.length))]
    if (id !== undefined) this.server.takeAway(id, this.chance.isOneIn(0.5) ? 'spent' : 'away')
    this.count('taken')
  }

  /** A page finds a record of before, and the server has parts that were sent with its key since. */
  #rollBack(page: ModelPage): ModelPage | null {
    for (const [id, { index, parts, state }] of this.server.uploads) {
      const isBehind = ({ sealedParts }: JournalRecord) => [...parts.keys()].some((n) => n > sealedParts)
      if (state === 'confirmed' || this.disk.ended.has(index) || !this.disk.rollBack(id, isBehind)) continue
      this.count('rolled back')
      return this.#reload(page)
    }
    return page
  }

  #reload(page: ModelPage): ModelPage | null {
    this.count('reloads')
    page.isOver = true
    for (const index of this.disk.records.keys()) this.resumed.add(index)
    if (!this.disk.hasHead || this.disk.ended.size === this.files.sizes.length) return null
    return new ModelPage(this)
  }
}

const abridgedJson = (what: object): string =>
  JSON.stringify(what, (key, value: unknown) =>
    Array.isArray(value) && value.length > 5 ? `${value.length} ${key}` : value,
  )

export const fileSizeOfKind = (kind: number, share: number): number =>
  Math.floor(share * (kind === 0 ? 90 * MiB : kind === 1 ? 20 * MiB : 400_000))
