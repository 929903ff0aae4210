import { numberedName, splitExtension } from '../../../contract/names.ts'
import { withoutHidden } from '../../../contract/shownText.ts'

/**
 * [Note: Names that every system takes]
 * What an uploader calls a file may be impossible on the recipient's system, or dangerous there: Windows knows
 * reserved device names and forbids characters and trailing dots, bidirectional controls make `exe.pdf` of
 * `fdp.exe`, and two names that differ only in case overwrite each other. Saved files and archive entries are
 * therefore named by these functions and by nothing else. What the screens show of a name (contract/shownText.ts) is
 * taken out of it here, so that it ends in the extension that was shown.
 */

const encoder = new TextEncoder()

/** Longest segment in UTF-8 bytes: 255 is the limit of common file systems, the rest is for suffixes. */
const maxSegmentBytes = 200
/** Longest path in an archive, in characters: Windows programs stop at 260, target folder included. */
const maxPathLength = 220

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

function shorten(name: string, bytes: number): string {
  // A UTF-16 unit takes three bytes at most: nearly every name is known to fit without being encoded.
  if (name.length * 3 <= bytes) return name
  if (encoder.encode(name).length <= bytes) return name
  const [stem, extension] = splitExtension(name, longestExtension)
  return cutToBytes(stem, bytes - encoder.encode(extension).length) + extension
}

/** One file or folder name that Windows, macOS and Linux take and show as it is. */
export function safeSegment(name: string, maxBytes = maxSegmentBytes): string {
  let safe = withoutHidden(name.normalize('NFC')).replace(forbidden, '_').trimStart()
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

const numbered = (name: string, n: number) => numberedName(name, n, longestExtension)

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
    const key = caseless(wanted)
    let candidate = wanted
    let candidateKey = key
    let n = this.#taken.get(key) ?? 2
    while (this.#taken.has(candidateKey) || this.#isTaken(candidate)) {
      candidate = alternative(n++)
      candidateKey = caseless(candidate)
    }
    this.#taken.set(key, n)
    if (candidateKey !== key) this.#taken.set(candidateKey, 2)
    return candidate
  }
}

/**
 * Gives the files of one archive their paths, each different from all others even where case does not count.
 * A folder keeps one spelling; a file that would have a folder's path gets another name.
 */
export class ArchiveNames {
  /** Paths of files as they are named, of which a segment was made inert. */
  readonly madeInert: string[] = []
  readonly #isInert: boolean
  readonly #free: FreeNames
  #folders = new Map<string, string>()
  /** Of directories as they came: many files share one. */
  #paths = new Map<string, string>()

  /**
   * @param isInert whether names get `inertSegment`, too; not in archives, whose reader chooses a folder for them
   * @param isTaken whether something of before has this path
   */
  constructor({ isInert = false, isTaken }: { isInert?: boolean; isTaken?: (path: string) => boolean } = {}) {
    this.#isInert = isInert
    this.#free = new FreeNames(isTaken)
  }

  /** @param path directory part, '/'-separated, '.' for the root */
  add(path: string, name: string): string {
    const folder = this.#paths.get(path) ?? this.#folderOf(path)
    this.#paths.set(path, folder)
    const most = Math.max(40, Math.min(maxSegmentBytes, maxPathLength - folder.length))
    const safe = this.#segment(name, most)
    const added = this.#free.claim(folder + safe, (n) => folder + numbered(safe, n))
    if (this.#isInert && [...path.split('/'), name].some(isActing)) this.madeInert.push(added)
    return added
  }

  #segment(name: string, maxBytes?: number): string {
    const safe = safeSegment(name, maxBytes)
    return this.#isInert ? inertSegment(safe) : safe
  }

  #folderOf(path: string): string {
    let folder = ''
    for (const segment of path.split('/')) {
      if (segment === '' || segment === '.') continue
      const wanted = folder + this.#segment(segment)
      if (wanted.length > maxPathLength - 60) break // the deepest folders are left out rather than the file
      folder = this.#folder(wanted)
    }
    return folder
  }

  #folder(wanted: string): string {
    const key = caseless(wanted)
    const known = this.#folders.get(key)
    if (known !== undefined) return known
    const path = `${this.#free.claim(wanted)}/`
    this.#folders.set(key, path)
    return path
  }
}

function isActing(name: string): boolean {
  const safe = name === '.' ? name : safeSegment(name)
  return safe !== '.' && inertSegment(safe) !== safe
}

const caseless = (text: string) => text.normalize('NFC').toUpperCase().toLowerCase()
