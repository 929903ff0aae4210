import { type Fault, fault, type FaultCode } from '../../../../core/faults/fault.ts'
import { assertRule } from './seededRandom.ts'

/** Plaintext of a part, as a name of what was read. */
export interface SentPart {
  readonly n: number
  readonly content: string
}

export interface SentFile {
  readonly index: number
  readonly hash: string
}

/** Key and IV of one reading, as a number that never comes again. */
export interface ModelSeal {
  readonly key: number
  readonly index: number
  /** Of the file that it belongs to. */
  readonly date: number
}

/** The hash of what was read part by part: of one content the same, whatever the parts. */
export const hashOf = (contents: readonly string[]): string =>
  new Set(contents).size === 1 ? String(contents[0]) : contents.join()

/** The files of a person, which they may change: seen by its date, or not. */
export class ModelFiles {
  readonly sizes: readonly number[]
  readonly #versions: number[]
  readonly #dates: number[]
  /** Of whose content more than one version has been there. */
  readonly changed = new Set<number>()

  constructor(sizes: readonly number[]) {
    this.sizes = sizes
    this.#versions = sizes.map(() => 0)
    this.#dates = sizes.map(() => 0)
  }

  change(index: number, isSeen: boolean) {
    this.#versions[index] = this.version(index) + 1
    if (isSeen) this.#dates[index] = this.date(index) + 1
    this.changed.add(index)
  }

  size(index: number): number {
    const size = this.sizes[index]
    assertRule(size !== undefined, `there is no file ${index}`)
    return size
  }

  version(index: number): number {
    return this.#versions[index] ?? 0
  }

  date(index: number): number {
    return this.#dates[index] ?? 0
  }
}

/**
 * What has left, of all pages: a key and the number of a part stand for the nonces of its chunks, which must never be
 * used for two contents.
 */
export class UsedNonces {
  readonly #contents = new Map<string, string>()

  mayBeSealed({ key }: ModelSeal, { n, content }: SentPart) {
    const before = this.#contents.get(`${key}/${n}`)
    assertRule(before === undefined || before === content, `key ${key} seals part ${n} to two contents`)
  }

  left(seal: ModelSeal, part: SentPart) {
    this.mayBeSealed(seal, part)
    this.#contents.set(`${seal.key}/${part.n}`, part.content)
  }
}

/** What one sealing thread holds for one unit. */
export class ModelWorker {
  form: readonly SentFile[] = []
  readonly seal: ModelSeal | null
  readonly #files: ModelFiles
  readonly #exposed: UsedNonces
  readonly #parts = new Map<number, SentPart>()
  readonly #read: string[] = []
  readonly #count: number

  constructor(files: ModelFiles, exposed: UsedNonces, seal: ModelSeal | null, count: number) {
    this.#files = files
    this.#exposed = exposed
    this.seal = seal
    this.#count = count
  }

  /** Reads the next part, and seals it where it is wanted: to its checkpoint, or why not. */
  make(
    n: number,
    { checkpoint, isWanted, isNew }: { checkpoint: string | null; isWanted: boolean; isNew: boolean },
  ): { checkpoint: string } | Fault {
    const { seal } = this
    assertRule(seal !== null, 'a part of small files')
    assertRule(n === this.#read.length + 1, `part ${n} comes after ${this.#read.length}`)
    if (this.#files.date(seal.index) !== seal.date) return fault('file-changed')
    this.#read.push(`${seal.index}@${this.#files.version(seal.index)}`)
    const here = this.#markOf(n)
    const no = (code: FaultCode) => fault(code)
    if (!isNew && checkpoint !== null && checkpoint !== here) return no('not-as-sealed')
    if (!isNew && isWanted && checkpoint === null) return no('not-as-sealed')
    if (isWanted) {
      const part = { n, content: this.#read[n - 1] ?? '' }
      this.#exposed.mayBeSealed(seal, part)
      this.#parts.set(n, part)
    }
    return { checkpoint: here }
  }

  part(n: number): SentPart {
    const part = this.#parts.get(n)
    assertRule(part !== undefined, `part ${n} is sent and not held`)
    return part
  }

  /** Of the beginning so far; behind the last part the hash, and the root after a space. */
  #markOf(n: number): string {
    return n === this.#count ? `${hashOf(this.#read)} root` : `beginning ${this.#read.join()}`
  }
}
