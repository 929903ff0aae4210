import { composed, nameKey, numberedName, splitExtension } from '../../contract/names.ts'
import { withoutHidden } from '../../contract/shownText.ts'

/**
 * [Note: Names that every system takes]
 * What an uploader calls a file may be impossible on the recipient's system, or dangerous there: Windows knows
 * reserved device names and forbids characters and trailing dots, bidirectional controls make `exe.pdf` of
 * `fdp.exe`, and two names that differ only in case overwrite each other. Saved files and archive entries are
 * therefore named by these functions and by nothing else. What the screens show of a name (contract/shownText.ts) is
 * taken out of it here, so that it ends in the extension that was shown.
 */

const encoder = new TextEncoder()

export interface NameLimits {
  /** Longest segment, in UTF-8 bytes. */
  readonly segmentBytes: number
  /** What a path has at most, in characters, unless it is so deep that its segments cannot be made shorter. */
  readonly pathLength: number
}

/** Of archives, and of folders of which only the browser knows: 255 bytes and 260 characters with the target are usual. */
const portableLimits: NameLimits = { segmentBytes: 200, pathLength: 220 }
/** Of the disks of this machine (NAME_MAX is 255, PATH_MAX 4096): the rest of a path is for the folder that it is put into. */
export const diskLimits: NameLimits = { segmentBytes: 255, pathLength: 3000 }

/** What a path leaves for the file in its deepest folder, and what is left of a name at least. */
const forFile = 60
const leastOfFile = 36
const leastOfFolder = 6

const forbidden = /[<>:"/\\|?*]/g
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i

/** The longest beginning of `text` that has at most `bytes` UTF-8 bytes and splits no character. */
function cutToBytes(text: string, bytes: number): string {
  let length = 0
  let end = 0
  for (const character of text) {
    length += encoder.encode(character).length
    if (length > bytes) break
    end += character.length
  }
  return text.slice(0, end)
}

/** What stands behind a dot and is longer is a part of the name. */
const longestExtension = 20

/** At most so many UTF-8 bytes; the extension stays, where there is room for it. */
export function shorten(name: string, bytes: number): string {
  if (!isLonger(name, bytes)) return name
  const [stem, extension] = splitExtension(name, longestExtension)
  const left = bytes - encoder.encode(extension).length
  return left > 0 ? cutToBytes(stem, left) + extension : cutToBytes(name, bytes)
}

/** One file or folder name that Windows, macOS and Linux take and show as it is. */
export function safeSegment(name: string, maxBytes = portableLimits.segmentBytes): string {
  let safe = withoutHidden(composed(name)).replace(forbidden, '_').trimStart()
  safe = shorten(safe, maxBytes).replace(/[. ]+$/, '')
  if (safe === '') return '_'
  return reserved.test(safe) ? `_${safe}` : safe
}

const acting = /\.desktop$|^desktop\.ini$|^autorun\.inf$/i

/**
 * A segment that no program acts on because of its name, wherever it comes to lie: shells, SSH, Git and desktops read hidden
 * files and folders (`.ssh`, `.bash_profile`, `.git/hooks`), Windows and desktops a few names more.
 */
export function inertSegment(segment: string): string {
  if (segment.startsWith('.')) return `_${segment}`
  return acting.test(segment) ? `${segment}_` : segment
}

/** With its number, as long as it may be. */
export function numbered(name: string, n: number, maxBytes = diskLimits.segmentBytes): string {
  const suffix = ` (${n})`.length
  return numberedName(shorten(name, maxBytes - suffix), n, longestExtension)
}

/** Names of one place, each different from all others even where case does not count. */
export class FreeNames {
  /** Without case, each with the next number to try: so a thousand twins do not cost a million look-ups. */
  readonly #taken = new Map<string, number>()
  readonly #isTaken: (name: string) => boolean

  /** @param isTaken by what is not of these names */
  constructor(isTaken: (name: string) => boolean = () => false) {
    this.#isTaken = isTaken
  }

  /** @param alternative other than `wanted`, and another for each number */
  claim(wanted: string, alternative = (n: number) => `${wanted} (${n})`): string {
    const key = nameKey(wanted)
    let candidate = wanted
    let candidateKey = key
    let n = this.#taken.get(key) ?? 2
    while (this.#taken.has(candidateKey) || this.#isTaken(candidate)) {
      candidate = alternative(n++)
      candidateKey = nameKey(candidate)
    }
    this.#taken.set(key, n)
    if (candidateKey !== key) this.#taken.set(candidateKey, 2)
    return candidate
  }
}

interface NamesOptions {
  /** Whether names get `inertSegment`, too; not in archives, whose reader chooses a folder for them. */
  isInert?: boolean
  /** Whether something of before has this path. */
  isTaken?: (path: string) => boolean
  limits?: NameLimits
}

/** A file that is saved under another path than it was sent with. */
export interface ChangedName {
  readonly from: string
  readonly to: string
}

/**
 * Gives the files of one archive their paths, each different from all others even where case does not count.
 * A folder keeps one spelling; a file that would have a folder's path gets another name. What is too long is shortened, and
 * no folder is left out: what was in two stays in two.
 */
export class ArchiveNames {
  /** Paths of files as they are named, of which a segment was made inert. */
  readonly madeInert: string[] = []
  /** Files whose path is not the one that they were sent with. */
  readonly changed: ChangedName[] = []
  readonly #isInert: boolean
  readonly #limits: NameLimits
  readonly #free: FreeNames
  /** By their names as they came, behind those of the folder that they are in. */
  #folders = new Map<string, string>()
  /** Of directories as they came: many files share one. */
  #paths = new Map<string, string>()

  constructor({ isInert = false, isTaken, limits = portableLimits }: NamesOptions = {}) {
    this.#isInert = isInert
    this.#limits = limits
    this.#free = new FreeNames(isTaken)
  }

  /** @param path directory part, '/'-separated, '.' for the root */
  add(path: string, name: string): string {
    const folder = this.#paths.get(path) ?? this.#folderOf(path)
    this.#paths.set(path, folder)
    const { segmentBytes, pathLength } = this.#limits
    const most = Math.max(leastOfFile, Math.min(segmentBytes, pathLength - folder.length))
    const safe = this.#segment(name, most)
    const added = this.#free.claim(folder + safe, (n) => folder + numbered(safe, n, segmentBytes))
    if (this.#isInert && [...path.split('/'), name].some(isActing)) this.madeInert.push(added)
    const from = path === '.' ? name : `${path}/${name}`
    // A name that is only spelled in another way is the same to whoever reads it.
    if (added !== from && added !== composed(from)) this.changed.push({ from, to: added })
    return added
  }

  #segment(name: string, maxBytes: number): string {
    const made = this.#made(name, maxBytes)
    // What makes it harmless takes one or two more.
    return isLonger(made, maxBytes) ? this.#made(name, maxBytes - 2) : made
  }

  #made(name: string, maxBytes: number): string {
    const safe = safeSegment(name, maxBytes)
    return this.#isInert ? inertSegment(safe) : safe
  }

  #folderOf(path: string): string {
    let folder = ''
    for (const segment of path.split('/')) {
      if (segment !== '' && segment !== '.') folder = this.#folder(folder, segment)
    }
    return folder
  }

  #folder(parent: string, name: string): string {
    const key = parent + nameKey(name)
    const known = this.#folders.get(key)
    if (known !== undefined) return known
    const { segmentBytes } = this.#limits
    const segment = this.#segment(name, Math.min(segmentBytes, this.#roomFor(parent)))
    const claimed = this.#free.claim(parent + segment, (n) => parent + numbered(segment, n, segmentBytes))
    const path = `${claimed}/`
    this.#folders.set(key, path)
    return path
  }

  /**
   * For the name of a folder: all of it in the first half of a path, and half of what is left in the second. It may not
   * depend on what lies below, which is not known yet, and has to be the same for all files in it.
   */
  #roomFor({ length }: string): number {
    const { pathLength } = this.#limits
    return Math.max(leastOfFolder, pathLength / 2 - length, Math.floor((pathLength - forFile - length) / 2))
  }
}

/** A UTF-16 unit takes three bytes at most: nearly every name is known to fit without being encoded. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes

function isActing(name: string): boolean {
  const safe = name === '.' ? name : safeSegment(name)
  return safe !== '.' && inertSegment(safe) !== safe
}
