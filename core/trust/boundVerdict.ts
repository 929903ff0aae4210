import type { OriginVerdict } from '../crypto/index.ts'
import type { SourceFolder } from '../keys/sentTo.ts'
import type { FolderLinks } from './folderLinks.ts'
import type { OwnFolderTrust } from './ownFolders.ts'

/** Whether a file came by a link of the folder that shows it (core/crypto/FORMAT.md, 20). */
export type BoundVerdict =
  /** By a remembered link of the folder. */
  | 'here'
  /** By its secret link. */
  | 'proven'
  /** By none of its links: the server moved it here, or a sender wrote something else. */
  | 'elsewhere'
  /** Its manifest does not say: of an older page or another program. */
  | 'unsaid'
  | 'no-manifest'
  /** What is remembered of the folder cannot be used: an alarm says why. */
  | 'unjudged'
  /** Of a folder of several people, whose key binds its files. */
  | 'by-key'

export interface JudgedFolder {
  readonly id: number
  /** Null for a folder of several people. */
  readonly links: Pick<FolderLinks, 'isJudged'> | null
  readonly trust: OwnFolderTrust['type']
}

interface JudgedFile {
  readonly hasManifest: boolean
  readonly origin: OriginVerdict | null
  readonly sentTo: SourceFolder
  /** Folder in which this device saw the file's key before, if any. */
  readonly seenIn?: number | undefined
}

/** `belongsTo` is the folder where a file that is 'elsewhere' belongs; null if that is not known. */
export function boundVerdict(
  { hasManifest, origin, sentTo, seenIn }: JudgedFile,
  { id, links, trust }: JudgedFolder,
): { verdict: BoundVerdict; belongsTo: number | null } {
  if (!links) return { verdict: 'by-key', belongsTo: null }
  const other = typeof sentTo === 'string' || sentTo === id ? null : sentTo
  const seenElsewhere = seenIn === id ? null : (seenIn ?? null)
  if (origin === 'wrong') return { verdict: 'elsewhere', belongsTo: other ?? seenElsewhere }
  if (origin === 'proven' && trust === 'known') return { verdict: 'proven', belongsTo: null }
  // Whoever writes a fitting one has the file's key and this folder's link, and could send its content here anyway.
  if (links.isJudged && sentTo === id) return { verdict: 'here', belongsTo: null }
  // A link that this device remembers of another folder counts without contacts, too: the server can withhold these.
  const elsewhere = seenElsewhere ?? other
  if (elsewhere !== null) return { verdict: 'elsewhere', belongsTo: elsewhere }
  // A server can move any number of files here, so that links of other folders are not tried any more.
  if (!links.isJudged && sentTo !== 'unchecked') return { verdict: 'unjudged', belongsTo: null }
  if (!hasManifest) return { verdict: 'no-manifest', belongsTo: null }
  return { verdict: sentTo === null ? 'unsaid' : 'elsewhere', belongsTo: null }
}

/** True if a file may be remembered as seen in the folder: a server can withhold a manifest wherever it shows a file. */
export const isOfFolder = (verdict: BoundVerdict): boolean =>
  verdict === 'here' || verdict === 'proven' || verdict === 'unsaid'

/** True if a file was not sent to the folder, or nobody can say that it was. */
export const isElsewhere = (verdict: BoundVerdict): boolean =>
  verdict === 'elsewhere' || verdict === 'unjudged'
