import { assertDefined } from '../../../../contract/assertDefined.ts'
import type { RosterMember } from '../../../../contract/roster.ts'
import { isCryptoError, openGrant } from '../../../../core/crypto/index.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { withPerson } from '../../../../core/trust/contactsChanges.ts'
import type { RosterEdit } from '../../../../core/trust/rosterChange.ts'
import { type EvaluatedFolder, Trust } from '../../../../core/trust/trust.ts'
import { SeededRandom, assertRule } from '../../upload/simulation/seededRandom.ts'
import {
  ModelServer,
  newestStatement,
  parseStatement,
  type StoredFolder,
} from '../../../src/trust/modelServer.ts'
import { ModelMemory, type PersonName, type UnlockedPair, pairs, personOf, userIds } from '../people.ts'
import { Schedule } from './schedule.ts'

const personNames: readonly PersonName[] = ['ada', 'ben', 'cyd']

interface SimulatedPerson {
  readonly name: PersonName
  pair: UnlockedPair
  /** Fingerprints of whom they have compared. */
  readonly compared: Set<string>
  /** Former pairs: what opened once must not open what began later. */
  readonly former: UnlockedPair[]
}

/** A tab: several may share what their browser keeps. */
interface BrowserWindow {
  readonly person: SimulatedPerson
  readonly memory: ModelMemory
  trust: Trust
}

/** People, each at two devices and three windows, and an honest server on a bad line. */
export class TrustWorld {
  readonly counts = new Map<string, number>()
  readonly #chance: SeededRandom
  readonly #schedule: Schedule
  readonly #server = new ModelServer()
  readonly #people: readonly SimulatedPerson[]
  readonly #windows: readonly BrowserWindow[]
  readonly #spare: UnlockedPair[]
  #losses: number

  constructor(seed: number, losses: number, spare: readonly UnlockedPair[]) {
    this.#chance = new SeededRandom(seed)
    this.#schedule = new Schedule(this.#chance)
    this.#losses = losses
    this.#spare = [...spare]
    this.#people = personNames.map((name) => ({ name, pair: pairs[name], compared: new Set(), former: [] }))
    for (const { pair } of this.#people) this.#server.keys.add(pair.spkiB64)
    this.#windows = this.#people.flatMap((person) => {
      const [desk, phone] = [new ModelMemory(), new ModelMemory()]
      return [desk, desk, phone].map((memory) => ({ person, memory, trust: this.#trust(person, memory) }))
    })
  }

  async run(rounds: number): Promise<void> {
    const losses = this.#losses
    this.#losses = 0
    await this.#runAlone(this.#windowOf('ada'), ({ trust }) => this.#createFolder(trust))
    this.#losses = losses
    for (let round = 0; round < rounds; round++) {
      if (this.#chance.isOneIn(0.04)) await this.#replaceKey()
      const many = 1 + this.#chance.below(3)
      const windows = new Set(Array.from({ length: many }, () => this.#pick(this.#windows)))
      await this.#schedule.runAll([...windows].map((window) => () => this.#actSomewhere(window)))
      this.#checkSuccessors()
    }
    this.#losses = 0
    for (const window of this.#windows) await this.#runAlone(window, () => this.#sendUnconfirmedAgain(window))
    for (const window of this.#windows) await this.#runAlone(window, () => this.#checkOpens(window))
    await this.#checkRemoved()
  }

  #trust(person: SimulatedPerson, memory: ModelMemory): Trust {
    const weather = () =>
      !this.#chance.isOneIn(this.#losses) ? 'fine' : this.#chance.isOneIn(0.5) ? 'unsent' : 'unanswered'
    const calls = this.#server.calls(userIds[person.name], weather, this.#schedule.waitForTurn)
    return new Trust(personOf(person.name, person.pair), { calls, memory, now: this.#server.now })
  }

  #windowOf = (name: PersonName): BrowserWindow =>
    assertDefined(this.#windows.find(({ person }) => person.name === name))
  #pick = <T>(list: readonly T[]): T => assertDefined(list[this.#chance.below(list.length)])
  #runAlone = (window: BrowserWindow, work: (window: BrowserWindow) => Promise<unknown>) =>
    this.#schedule.runAll([() => this.#tolerateRefusals(() => work(window))])
  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  /** What an honest world may say no with: a lost answer, somebody faster, a right that is gone. */
  async #tolerateRefusals(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const { code } = faultOf(error)
      assertRule(expectedRefusals.has(code), `${code} ${String(error)}`)
      this.#count(code)
    }
  }

  async #createFolder(trust: Trust): Promise<void> {
    await trust.createFolder(`Tax ${this.#chance.below(100)}`, (first) =>
      Promise.resolve(this.#server.create(first)),
    )
  }

  async #actSomewhere(window: BrowserWindow): Promise<void> {
    const chance = this.#chance
    if (chance.isOneIn(0.15)) {
      this.#count('reload')
      window.trust = this.#trust(window.person, window.memory)
    }
    await this.#tolerateRefusals(async () => {
      if (chance.isOneIn(0.03)) await this.#createFolder(window.trust)
      if (chance.isOneIn(0.4)) await this.#compare(window)
      const folder = await this.#open(window, this.#pick([...this.#server.folders.keys()]))
      if (!folder) return
      await this.#actIn(window, folder)
    })
  }

  async #open({ person, trust }: BrowserWindow, id: number): Promise<EvaluatedFolder | null> {
    const claimed = this.#server.claim(id)
    const compared = [...person.compared]
    const { length } = this.#server.folder(id).statements
    const folder = await trust.open(claimed)
    for (const fp of compared)
      assertRule(
        folder.contacts.people.some((one) => one.fp === fp),
        `${person.name} has lost somebody compared`,
      )
    this.#count(folder.trust.type)
    if (folder.trust.type !== 'alarm') {
      assertRule(folder.closed.length === 0, `a generation is closed for ${person.name}`)
      return folder
    }
    // Renamed between the list and the roster: the list is asked for again.
    const isStale = folder.trust.alarm.type === 'title' && claimed.title !== this.#server.claim(id).title
    // Removed: there is no such folder for them any more, says the server.
    const user = userIds[person.name]
    const shown = this.#server.folder(id).statements.slice(length - 1)
    const isGone =
      folder.trust.alarm.type === 'withheld' &&
      shown.some((signed) => !parseStatement(signed).members.some((member) => member.user === user))
    assertRule(isStale || isGone, `an alarm: ${JSON.stringify(folder.trust.alarm)}`)
    return null
  }

  async #actIn(window: BrowserWindow, folder: EvaluatedFolder): Promise<void> {
    const { trust, person } = window
    const chance = this.#chance
    if (folder.unconfirmed) {
      if (!folder.unconfirmed.change) {
        this.#count('unconfirmed elsewhere')
        return
      }
      this.#count('sent again')
      return trust.sendAgain(folder)
    }
    if (folder.trust.type === 'invitation') {
      if (!folder.trust.signer.isCompared) {
        this.#count('invited by a stranger')
        return
      }
      this.#count('accepted')
      return trust.accept(folder)
    }
    if (folder.trust.type !== 'trusted') return
    const stored = this.#server.folder(folder.id)
    const { members } = newestStatement(stored)
    const own = members.find(({ fp }) => fp === person.pair.fp)
    if (own?.role !== 'owner') {
      if (own && chance.isOneIn(0.2)) stored.leaving.add(own.user)
      return
    }
    const edit = this.#edit(person, members, stored)
    if (!edit) return
    this.#count(edit.type)
    const keys =
      edit.type === 'add' ? this.#keysOf(edit.person) : new Map<string, UnlockedPair['publicKey']>()
    await trust.change(folder, edit, keys)
  }

  #keysOf = ({ fp, name }: RosterMember) => new Map([[fp, this.#personNamed(name).pair.publicKey]])
  #personNamed = (name: string) => assertDefined(this.#people.find((one) => one.name === name))

  #edit(
    { pair }: SimulatedPerson,
    members: readonly RosterMember[],
    { leaving }: StoredFolder,
  ): RosterEdit | null {
    const others = members.filter(({ fp }) => fp !== pair.fp)
    const role = this.#pick(['owner', 'member'] as const)
    const gone = others.find(({ user }) => leaving.has(user))
    if (gone) return { type: 'remove', fp: gone.fp }
    const absent = this.#people.filter((one) => !members.some(({ fp }) => fp === one.pair.fp))
    const wanted = this.#pick(['add', 'add', 'add', 'remove', 'role', 'role', 'title', 'rotate'] as const)
    if (wanted === 'title') return { type: 'title', title: `Tax ${this.#chance.below(1000)}` }
    if (wanted === 'rotate') return { type: 'rotate' }
    if (wanted === 'add') {
      if (absent.length === 0) return null
      const { name, pair: theirs } = this.#pick(absent)
      return { type: 'add', person: { user: userIds[name], name, fp: theirs.fp, role } }
    }
    if (others.length === 0) return null
    const { fp } = this.#pick(others)
    return wanted === 'remove' ? { type: 'remove', fp } : { type: 'role', fp, role }
  }

  async #compare({ person, trust }: BrowserWindow): Promise<void> {
    const { name, pair } = this.#pick(this.#people.filter((one) => one !== person))
    await trust.contacts.change(withPerson({ user: userIds[name], name, fp: pair.fp }))
    person.compared.add(pair.fp)
  }

  /** By somebody who is an owner wherever they are named; nobody else does anything meanwhile. */
  async #replaceKey(): Promise<void> {
    const window = this.#pick(this.#windows)
    const { person, memory } = window
    const next = this.#spare.pop()
    const named = [...this.#server.folders.values()].flatMap((stored) => {
      const own = newestStatement(stored).members.find(({ fp }) => fp === person.pair.fp)
      return own ? [{ id: stored.id, role: own.role }] : []
    })
    if (!next || named.some(({ role }) => role !== 'owner')) return
    await this.#runAlone(window, async ({ trust }) => {
      const folders: EvaluatedFolder[] = []
      for (const { id } of named) {
        const folder = await this.#open(window, id)
        if (folder) folders.push(folder)
      }
      const isFree = folders.every(({ trust, unconfirmed }) => trust.type === 'trusted' && !unconfirmed)
      if (folders.length < named.length || !isFree) return
      const moved = await trust.prepareKeyChange(next, folders)
      await this.#server.install(userIds[person.name], next.spkiB64, moved)
      await moved.remember()
      this.#count('key replaced')
      person.former.push(person.pair)
      person.pair = next
      for (const one of this.#windows) if (one.person === person) one.trust = this.#trust(person, one.memory)
      assertRule(memory.records.has(next.fp), 'this device has forgotten what it saw')
    })
  }

  /** What hangs in the air is sent again, from wherever it was signed. */
  async #sendUnconfirmedAgain(window: BrowserWindow): Promise<void> {
    for (const id of this.#server.folders.keys())
      await this.#tolerateRefusals(async () => {
        const folder = await this.#open(window, id)
        if (folder?.unconfirmed?.change) await window.trust.sendAgain(folder)
      })
  }

  async #checkOpens(window: BrowserWindow): Promise<void> {
    const { person } = window
    for (const [id, stored] of this.#server.folders) {
      const newest = newestStatement(stored)
      if (!newest.members.some(({ fp }) => fp === person.pair.fp)) continue
      const folder = assertDefined((await this.#open(window, id)) ?? undefined)
      assertRule(folder.unconfirmed === null, 'something hangs in the air')
      const opened = folder.generations.map(({ gen }) => gen)
      const all = Array.from({ length: newest.gen }, (_, i) => newest.gen - i)
      assertRule(String(opened) === String(all), `${person.name} opens ${String(opened)} of ${newest.gen}`)
      this.#count('opened')
    }
  }

  /** With every grant there ever was at hand: nobody opens a generation of a time in which they were not named. */
  async #checkRemoved(): Promise<void> {
    const keys = this.#people.flatMap(({ pair, former }) => [pair, ...former])
    for (const { folder: id, gen, grant } of this.#server.granted) {
      const { folder, statements } = this.#server.folder(id)
      const since = statements.map(parseStatement).filter((one) => one.gen >= gen)
      for (const { fp: own, privateKey } of keys) {
        if (since.some(({ members }) => members.some(({ fp }) => fp === own))) continue
        const opened = await openGrant(privateKey, { folder, gen }, grant).catch(nullForCryptoError)
        assertRule(opened === null, `generation ${gen} opens for somebody who was removed`)
        this.#count('stays shut')
      }
    }
  }

  /** One signature in each place, whoever holds the devices. */
  #checkSuccessors(): void {
    const taken = new Map<string, string>()
    for (const signed of this.#server.arrived) {
      const { folder, prev, actor } = parseStatement(signed)
      const place = `${folder} ${prev ?? ''} ${actor}`
      const before = taken.get(place)
      assertRule(before === undefined || before === signed.signature, `two statements in one place: ${place}`)
      taken.set(place, signed.signature)
    }
  }
}

const expectedRefusals: ReadonlySet<string> = new Set([
  'unanswered',
  'rosterMoved',
  'contactsMoved',
  'ownersOnly',
  'folderNotFound',
  'change-unconfirmed',
  'change-empty',
])

function nullForCryptoError(error: unknown): null {
  if (isCryptoError(error)) return null
  throw error
}
