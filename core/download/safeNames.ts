import { toNfc, nameKey, numberedName, splitExtension } from '../../contract/fileNames.ts'
import { withoutHidden } from '../../contract/shownText.ts'

/**
 * [Note: Names that every system takes]
 * An uploaded file's name may be invalid or dangerous on the recipient's system: Windows has reserved device
 * names and forbids characters and trailing dots, and names that differ only in case overwrite each other. So
 * saved files and archive entries are named by these functions only. Characters that screens reveal in a name
 * (contract/shownText.ts) are removed here, so that it ends in the extension that was shown.
 */

const encoder = new TextEncoder()

interface NameLimits {
  /** Maximum length of a segment, in UTF-8 bytes. */
  readonly segmentBytes: number
  /** Maximum characters of a path, unless its segments cannot be shortened further. */
  readonly pathLength: number
}

/** Limits for unknown folders: 255 bytes, and 260 characters with the target, are usual. */
const portableLimits: NameLimits = { segmentBytes: 200, pathLength: 220 }
/** Limits of local disks (NAME_MAX 255, PATH_MAX 4096); the rest is left for the target folder. */
export const diskLimits: NameLimits = { segmentBytes: 255, pathLength: 3000 }

/** Characters of a path that are reserved for the name of the file. */
const reservedForFileName = 60
/** Names are not shortened below these. */
const minFileBytes = 36
const minFolderBytes = 6

const forbidden = /[<>:"/\\|?*]/g
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i

/** The longest prefix of `text` of at most `bytes` UTF-8 bytes that splits no character. */
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

const maxExtensionLength = 20

/** Shortens to at most so many UTF-8 bytes; keeps the extension if it fits. */
export function shorten(name: string, bytes: number): string {
  if (!isLonger(name, bytes)) return name
  const [stem, extension] = splitExtension(name, maxExtensionLength)
  const left = bytes - encoder.encode(extension).length
  return left > 0 ? cutToBytes(stem, left) + extension : cutToBytes(name, bytes)
}

function withoutTrailing(characters: string, text: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** A file or folder name that is valid, and shown unchanged, on Windows, macOS and Linux. */
export function safeSegment(name: string, maxBytes = portableLimits.segmentBytes): string {
  let safe = withoutHidden(toNfc(name)).replace(forbidden, '_').trimStart()
  safe = withoutTrailing('. ', shorten(safe, maxBytes))
  if (safe === '') return '_'
  return reserved.test(safe) ? `_${safe}` : safe
}

const acting = /\.desktop$|^desktop\.ini$|^autorun\.inf$/i

/** A segment that shells, SSH, Git, desktops and Windows do not act on (not `.ssh`, `.git`). */
function inertSegment(segment: string): string {
  if (segment.startsWith('.')) return `_${segment}`
  return acting.test(segment) ? `${segment}_` : segment
}

/** Adds a number to the name, within its maximum length. */
export function addNumber(name: string, n: number, maxBytes = diskLimits.segmentBytes): string {
  const suffix = ` (${n})`.length
  return numberedName(shorten(name, maxBytes - suffix), n, maxExtensionLength)
}

/** Assigns names in one folder that are unique even case-insensitively. */
export class UniqueNames {
  /** Next number to try by lower-cased name: a thousand equal names must not cost a million look-ups. */
  readonly #taken = new Map<string, number>()
  readonly #isTaken: (name: string) => boolean

  /** @param isTaken true for names taken by anything else */
  constructor(isTaken: (name: string) => boolean = () => false) {
    this.#isTaken = isTaken
  }

  /** @param alternative returns another name for each number, different from `wanted` */
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
  /** True to make names inert by `inertSegment`; not in archives, whose reader chooses a folder. */
  isInert?: boolean
  /** True for paths that exist already. */
  isTaken?: (path: string) => boolean
  limits?: NameLimits
}

export interface ChangedName {
  readonly from: string
  readonly to: string
}

/**
 * Assigns paths to files of an archive, or of a folder on a disk, that are unique even case-insensitively.
 * Folders whose names differ in case only are one; a file in conflict with a folder is renamed. Long names are
 * shortened.
 */
export class SafePaths {
  readonly madeInert: string[] = []
  /** Files that are saved under another path than they were sent with. */
  readonly changed: ChangedName[] = []
  readonly #isInert: boolean
  readonly #limits: NameLimits
  readonly #free: UniqueNames
  /** Assigned folders by parent folder and original name. */
  #folders = new Map<string, string>()
  /** Assigned paths by original directory, which many files share. */
  #paths = new Map<string, string>()

  constructor({ isInert = false, isTaken, limits = portableLimits }: NamesOptions = {}) {
    this.#isInert = isInert
    this.#limits = limits
    this.#free = new UniqueNames(isTaken)
  }

  /** @param path directory part, '/'-separated, '.' for the root */
  add(path: string, name: string): string {
    const folder = this.#paths.get(path) ?? this.#folderOf(path)
    this.#paths.set(path, folder)
    const { segmentBytes, pathLength } = this.#limits
    const most = Math.max(minFileBytes, Math.min(segmentBytes, pathLength - folder.length))
    const safe = this.#segment(name, most)
    const added = this.#free.claim(folder + safe, (n) => folder + addNumber(safe, n, segmentBytes))
    if (this.#isInert && [...path.split('/'), name].some(isActing)) this.madeInert.push(added)
    const from = path === '.' ? name : `${path}/${name}`
    // Another Unicode spelling of the same name is no difference to readers.
    if (added !== from && added !== toNfc(from)) this.changed.push({ from, to: added })
    return added
  }

  #segment(name: string, maxBytes: number): string {
    const made = this.#made(name, maxBytes)
    // Making it inert adds one or two bytes.
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
    const claimed = this.#free.claim(parent + segment, (n) => parent + addNumber(segment, n, segmentBytes))
    const path = `${claimed}/`
    this.#folders.set(key, path)
    return path
  }

  /**
   * Maximum length of a folder's name: the rest of the first half of a path, and half of what is left in the
   * second. It must not depend on its contents, which are not known yet, and is the same for all files in it.
   */
  #roomFor({ length }: string): number {
    const { pathLength } = this.#limits
    return Math.max(
      minFolderBytes,
      pathLength / 2 - length,
      Math.floor((pathLength - reservedForFileName - length) / 2),
    )
  }
}

/** A UTF-16 unit takes three bytes at most, so most names need not be encoded to know that they fit. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes

function isActing(name: string): boolean {
  const safe = name === '.' ? name : safeSegment(name)
  return safe !== '.' && inertSegment(safe) !== safe
}
