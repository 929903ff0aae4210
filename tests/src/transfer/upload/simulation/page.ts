import { chunkBytes } from '../../../../../contract/limits.ts'
import { sealedSize } from '../../../../../src/crypto/index.ts'
import { type Fault, fault } from '../../../../../src/faults/fault.ts'
import type {
  CallEffect,
  Effect,
  Fact,
  Intent,
  UploadEvent,
} from '../../../../../src/transfer/upload/messages.ts'
import type { Answer, Place, Plan, UnitId, UploadState } from '../../../../../src/transfer/upload/state.ts'
import { beginning, step, wakeAt } from '../../../../../src/transfer/upload/step.ts'
import { Attempts } from './attempts.ts'
import { rule } from './chance.ts'
import { ModelJournal } from './modelJournal.ts'
import { ModelBench, type ModelSeal } from './modelThreads.ts'
import { failures, isUseless } from './rules.ts'
import { Watch } from './watch.ts'
import type { World } from './world.ts'

interface Task {
  readonly run: () => void
  /** Its unit, where it ends with that. */
  readonly unit?: UnitId
  /** A request: how it ends when everything stops. */
  readonly stop?: () => void
}

type CallFault = 'lost' | 'answer-lost' | 'bad-gateway' | 'busy' | 'token'

/** One page's life: it carries out what the machine decides, in a world where anything may go wrong. */
export class Page {
  readonly journal: ModelJournal
  readonly plan: Plan
  tasks: Task[] = []
  state: UploadState
  /** Uploads whose id this page has heard of. */
  readonly known = new Set<string>()
  isOver = false
  readonly #world: World
  readonly #indexes: readonly number[]
  readonly #watch: Watch
  readonly #benches = new Map<UnitId, ModelBench>()
  readonly #queues = new Map<UnitId | 'journal', (() => void)[]>()
  readonly #tokensRefused = new Map<string, number>()
  readonly #deaths = new Map<number, number>()
  readonly #attempts: Attempts

  constructor(world: World) {
    this.#world = world
    this.journal = new ModelJournal(world.disk)
    this.#indexes = world.files.sizes.map((_, index) => index).filter((index) => !world.disk.ended.has(index))
    const records = this.#indexes.flatMap((index, place) => {
      const record = world.disk.records.get(index)
      return record ? [[place, record] as const] : []
    })
    for (const [, { uploadId }] of records) this.known.add(uploadId)
    const files = this.#indexes.map((index) => ({ index, size: world.files.size(index) }))
    this.plan = { files, records: new Map(records), threads: world.threads }
    this.#watch = new Watch(this.plan)
    this.#attempts = new Attempts(this.#watch.hasEnded)
    this.state = beginning(this.plan)
    this.take({ type: 'begin' })
  }

  take(input: Intent | Fact) {
    if (this.isOver) return
    const { chance, now } = this.#world
    const before = this.state
    const whole = { ...input, now, dice: chance.draw() }
    const { state, effects } = step(before, whole)
    this.#world.note(input, ...effects)
    this.state = state
    for (const effect of effects) if (effect.do === 'tell') this.#hear(effect.event)
    this.#watch.stepped(before, whole, state, effects)
    this.#abortedIsForgotten(effects)
    for (const effect of effects) {
      this.#attempts.carriedOut(effect)
      this.#carryOut(effect)
    }
    for (const [file] of failures(effects, () => true)) this.#nothingUselessStays(file, effects)
    if (input.type === 'cancel') this.#cancelled()
  }

  runTask(at: number) {
    const [task] = this.tasks.splice(at, 1)
    task?.run()
  }

  wakeAt = (): number | null => wakeAt(this.state)

  /** A thread dies: nothing of its unit comes any more. */
  kill(at: number) {
    const unit = [...this.#benches.keys()][at % Math.max(1, this.#benches.size)]
    if (unit === undefined) return
    const of = this.state.units.get(unit)
    for (const file of of?.kind === 'request' ? of.files : of ? [of.file] : []) this.#died(this.#index(file))
    this.#forget(unit)
    this.#world.count('deaths')
    this.take({ type: 'died', unit })
    if (of) this.#attempts.died(of)
  }

  /** Nobody goes on with an upload that is gone. */
  #abortedIsForgotten(effects: readonly Effect[]) {
    const unkept = new Set(effects.flatMap((effect) => (effect.do === 'unkeep' ? [effect.file] : [])))
    for (const effect of effects) {
      if (effect.do !== 'abort') continue
      const [index] = [...this.journal.memory].find(([, record]) => record.uploadId === effect.uploadId) ?? []
      rule(index === undefined || unkept.has(this.#indexes.indexOf(index)), 'what is aborted stays kept')
    }
  }

  /** Of a file that has failed there is only on the server what the journal can go on with. */
  #nothingUselessStays(file: Place, effects: readonly Effect[]) {
    const index = this.#index(file)
    const hasFailedForGood = failures(effects, isUseless).some(([one]) => one === file)
    for (const id of this.known) {
      const upload = this.#world.server.uploads.get(id)
      if (upload?.index !== index || upload.state === 'confirmed') continue
      const isOfUse = this.journal.memory.get(index)?.uploadId === id && !hasFailedForGood
      rule(isOfUse, `an upload of file ${index} stays that nobody goes on with`)
    }
  }

  #died(index: number) {
    const deaths = (this.#deaths.get(index) ?? 0) + 1
    this.#deaths.set(index, deaths)
    if (deaths >= 3) this.#world.excuses.add(index, 'thread-died')
  }

  #index(place: Place): number {
    const index = this.#indexes[place]
    rule(index !== undefined, `there is no place ${place}`)
    return index
  }

  #forget(unit: UnitId) {
    this.#benches.delete(unit)
    this.#queues.delete(unit)
    // A request that is under way may arrive, and be answered, behind the end of its unit.
    const isLate = () => this.#world.chance.isOneIn(0.3)
    this.tasks = this.tasks.filter((task) => task.unit !== unit || (task.stop && isLate()))
  }

  #bench(unit: UnitId): ModelBench {
    const bench = this.#benches.get(unit)
    rule(bench !== undefined, `unit ${unit} has no thread`)
    return bench
  }

  /** One after the other, as a thread and a journal work. */
  #queue(of: UnitId | 'journal', run: () => void) {
    const queue = this.#queues.get(of)
    if (queue) queue.push(run)
    else {
      this.#queues.set(of, [run])
      this.#next(of)
    }
  }

  #next(of: UnitId | 'journal') {
    const run = () => {
      const queue = this.#queues.get(of)
      queue?.shift()?.()
      if (!queue || this.#queues.get(of) !== queue) return
      if (queue.length > 0) this.#next(of)
      else this.#queues.delete(of)
    }
    this.tasks.push(of === 'journal' ? { run } : { run, unit: of })
  }

  #carryOut(effect: Effect) {
    const { world, journal } = { world: this.#world, journal: this.journal }
    switch (effect.do) {
      case 'seal':
        this.#seal(effect)
        return
      case 'open':
        this.#open(effect)
        return
      case 'make': {
        const { unit, n, isNew } = effect
        const of = this.state.units.get(unit)
        const uploadId = of?.kind === 'parts' ? of.record?.uploadId : undefined
        const isThere = uploadId !== undefined && world.server.uploads.get(uploadId)?.parts.has(n)
        rule(!isNew || !isThere, `part ${n} is sealed as a new one, and the server has one of that key`)
        this.#queue(unit, () => {
          const made = this.#bench(unit).make(n, effect)
          if ('mark' in made) this.take({ type: 'made', unit, n, mark: made.mark })
          else this.#notMade(unit, made)
        })
        return
      }
      case 'keep':
        this.#queue('journal', () => {
          const { unit, file, record } = effect
          const as = journal.keep(this.#index(file), record)
          world.count(as)
          if (as === 'unsafe' && ++world.unsafeAnswers > 3) world.excuseAll('storage-unsafe')
          this.take({ type: 'kept', unit, record, as })
        })
        return
      case 'unkeep':
        this.#queue('journal', () => journal.drop(this.#index(effect.file)))
        return
      case 'keep-ended':
        for (const { file, hash } of effect.files)
          this.#queue('journal', () => journal.end(this.#index(file), hash))
        return
      case 'abort':
        world.server.abort(effect.uploadId)
        return
      case 'drop':
        this.#forget(effect.unit)
        return
      case 'stop': {
        const stopped = this.tasks.filter(({ stop }) => stop)
        this.tasks = this.tasks.filter(({ stop }) => !stop)
        for (const { stop, unit } of stopped)
          if (stop) this.tasks.push({ run: stop, ...(unit !== undefined && { unit }) })
        return
      }
      case 'ask-gate': {
        world.count('gate asked')
        const isAnswered = !world.isFault(0.3)
        this.tasks.push({
          run: () => this.take({ type: 'gate', isClosed: isAnswered && world.server.isGateClosed }),
        })
        return
      }
      case 'call':
        this.#call(effect)
        return
      case 'tell':
        if (effect.event.type === 'over') this.isOver = true
    }
  }

  /** A file that is as it was is gone on with: everything that is needed for it is kept. */
  #notMade(unit: UnitId, made: Fault) {
    const index = this.#bench(unit).seal?.index
    const isChanged = index !== undefined && this.#world.files.changed.has(index)
    rule(isChanged, `file ${index} is as it was, and is said to be ${made.code}`)
    this.take({ type: 'failed', unit, fault: made })
  }

  #seal({ unit, files: places }: Effect & { do: 'seal' }) {
    const { files, exposed } = this.#world
    const bench = new ModelBench(files, exposed, null, 0)
    this.#benches.set(unit, bench)
    this.#queue(unit, () => {
      const outcomes = places.map((place) => {
        const index = this.#index(place)
        if (this.#breaks(index, 0.02)) return fault('file-changed')
        return { hash: `${index}@${files.version(index)}`, sealedBytes: sealedSize(files.size(index)) }
      })
      bench.form = outcomes.flatMap((outcome, at) =>
        'hash' in outcome ? [{ index: this.#index(places[at] ?? -1), hash: outcome.hash }] : [],
      )
      this.take({ type: 'sealed', unit, outcomes })
    })
  }

  #open({ unit, file, partChunks, seal: kept }: Effect & { do: 'open' }) {
    const { files, exposed } = this.#world
    const index = this.#index(file)
    const seal = kept === null ? this.#world.newSeal(index) : (kept as ModelSeal)
    rule(seal.index === index, `the key of file ${seal.index} for file ${index}`)
    const count = Math.ceil(files.size(index) / (partChunks * chunkBytes))
    this.#benches.set(unit, new ModelBench(files, exposed, seal, count))
    this.#queue(unit, () => {
      if (this.#breaks(index, 0.02)) this.take({ type: 'failed', unit, fault: fault('file-changed') })
      else if (seal.date !== files.date(index))
        this.take({ type: 'failed', unit, fault: fault('not-as-sealed') })
      else this.take({ type: 'opened', unit, seal })
    })
  }

  #breaks(index: number, share: number): boolean {
    if (!this.#world.isFault(share)) return false
    this.#world.excuses.add(index, 'file-changed')
    return true
  }

  #call(effect: CallEffect) {
    const { unit, what, isLast } = effect
    const { chance, proxy } = this.#world
    const flight = this.state.wire.flights.find((one) => one.unit === unit && one.what === what)
    rule(flight !== undefined, `a call of ${String(what)} that nobody knows of`)
    const { bytes } = flight
    const process = this.#request(effect)
    const answer = (its: Answer) => {
      const isHeard = this.#benches.has(unit)
      if (isHeard && its.ok && (what === 'form' || what === 'confirm')) this.#watch.confirmed(isLast)
      if (its.ok && its.uploadId !== undefined && isHeard) this.known.add(its.uploadId)
      this.take({ type: 'answered', unit, what, answer: its })
    }
    const no = (fault: Fault) => answer({ ok: false, fault })
    const run = () => {
      if (bytes > 0) this.take({ type: 'left', unit, what, bytes: 1 + chance.below(bytes) })
      if (bytes > 0) process.left()
      if (bytes > proxy.mostBytes) {
        this.#world.count('too large')
        no(proxy.saysSo ? fault('refused', { status: 413 }) : fault('unanswered'))
        return
      }
      const wrong = this.#wrong(`${unit} ${String(what)}`)
      if (wrong === 'answer-lost') process.run()
      if (wrong === 'lost' || wrong === 'answer-lost') no(fault('unanswered'))
      else if (wrong === 'bad-gateway') no(fault('refused', { status: 502 }))
      else if (wrong === 'busy') no(fault('busy', { status: 503, after: 2 }))
      else if (wrong === 'token') no(fault('csrf', { status: 403 }))
      else answer(process.run())
    }
    const stop = () => {
      if (chance.isOneIn(0.3)) process.run()
      no(fault('unanswered'))
    }
    this.tasks.push({ run, stop, unit })
  }

  #wrong(call: string): CallFault | null {
    const { chance } = this.#world
    if (!this.#world.isFault(1)) return null
    const kinds: readonly CallFault[] = ['lost', 'answer-lost', 'answer-lost', 'bad-gateway', 'busy', 'token']
    const kind = kinds[chance.below(kinds.length)] ?? 'lost'
    if (kind !== 'token') {
      this.#tokensRefused.delete(call)
      return kind
    }
    const refused = (this.#tokensRefused.get(call) ?? 0) + 1
    // Refused once more it would be a matter of its own.
    if (refused > 2) return null
    this.#tokensRefused.set(call, refused)
    return kind
  }

  /** What the server makes of a request, and what has left by then, whatever becomes of it. */
  #request({ unit, what, uploadId, lastMark }: CallEffect): { left: () => void; run: () => Answer } {
    const { server, files, exposed, disk } = this.#world
    const { form, seal } = this.#bench(unit)
    const nothing = () => undefined
    if (what === 'form') {
      const bytes = form.reduce((sum, { index }) => sum + files.size(index), 0)
      return { left: nothing, run: () => server.store(form, bytes) }
    }
    rule(seal !== null, `${what} of small files`)
    const of = this.state.units.get(unit)
    rule(of?.kind === 'parts', `${what} of small files`)
    if (what === 'create') {
      const size = files.size(seal.index)
      const count = Math.ceil(size / (of.partChunks * chunkBytes))
      return { left: nothing, run: () => server.create(seal.index, size, count) }
    }
    rule(uploadId !== null, `${what} without an upload`)
    if (what === 'ask') return { left: nothing, run: () => server.ask(uploadId) }
    if (what === 'confirm') {
      rule(lastMark !== null, 'a confirmation without a hash')
      const hash = lastMark.split(' ')[0] ?? ''
      rule(hash !== 'beginning', 'the mark of a beginning is taken for that of the whole')
      return { left: nothing, run: () => server.confirm(uploadId, { index: seal.index, hash }) }
    }
    const part = this.#bench(unit).part(what)
    const left = () => {
      const record = disk.hasHead ? disk.records.get(seal.index) : undefined
      const isCovered = record?.uploadId !== uploadId || record.sealedParts >= what
      rule(isCovered, `part ${what} leaves, and the disk has ${record?.sealedParts} of this key`)
      exposed.left(seal, part)
    }
    return {
      left,
      run: () => {
        left()
        return server.put(uploadId, part)
      },
    }
  }

  #hear(event: UploadEvent) {
    const { server, excuses } = this.#world
    rule(this.state.life !== 'cancelled', `${event.type} is told after a cancel`)
    this.#watch.heard(event)
    if (event.type === 'stored') {
      const result = server.results.get(this.#index(event.file))
      rule(
        result?.hash === event.hash,
        `stored as ${event.hash}, and the server has ${result?.hash ?? 'none'}`,
      )
      rule(result.fileId === event.fileId, 'another number than the server has')
      this.#world.count('stored')
    } else if (event.type === 'failed') {
      const index = this.#index(event.file)
      this.#world.count(event.fault.code)
      const isExcused =
        excuses.allow(index, event.fault) || this.#world.allows(index, event.stage, event.fault)
      rule(isExcused, `file ${index} fails without a reason: ${event.fault.code}`)
    }
  }

  /** The page's owner forgets the batch as well. */
  #cancelled() {
    const { server, disk } = this.#world
    const open = () => [...this.known].filter((id) => server.uploads.get(id)?.state === 'open')
    const isUnderWay = (id: string) =>
      !this.#watch.hasEnded(this.#indexes.indexOf(Number(server.uploads.get(id)?.index)))
    rule(!open().some(isUnderWay), 'a cancel leaves what it could abort')
    for (const { uploadId } of [...this.journal.memory.values(), ...disk.records.values()])
      server.abort(uploadId)
    const rest = open()
    rule(rest.length === 0, `${rest.length} uploads are left behind a cancel`)
    this.isOver = true
  }
}
