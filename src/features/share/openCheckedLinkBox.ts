import type { CallResponse } from '../../../contract/call.ts'
import type { DownloadLink, getSealedLink } from '../../../contract/schemas/downloads.ts'
import {
  type Bytes,
  equalInConstantTime,
  fromBase64,
  isCryptoError,
  isShownAsSent,
  type LinkBox,
  linkBoxGeneration,
  linkFilesHash,
  openLinkBox,
  type OwnerSecret,
  readLinkFiles,
} from '../../../core/crypto/index.ts'
import type { KeyCommitment, UnopenedKey } from '../../../core/keys/keysWorker.ts'
import type { OpenedLink } from '../../../core/keys/resealLink.ts'
import { nameText } from '../../../i18n/format.ts'
import { type LinkProblem, LinkRefusedError } from './linkProblem.ts'

/** The server's data about a link to copy, none of which is trusted. */
interface ClaimedLink {
  link: Pick<DownloadLink, 'link_token' | 'has_password' | 'files' | 'file_ids'>
  sealed: CallResponse<typeof getSealedLink>
  /** Hidden names that the page shows, by id. */
  shownNames?: ReadonlyMap<number, string> | null | undefined
}

interface CheckedLinkBox extends OpenedLink {
  /** True if it was sealed under an earlier key. */
  isEarlier: boolean
  /** Doubts that cannot be resolved, which the person must confirm before copying. */
  doubts: readonly LinkProblem[]
}

/**
 * Opens the box of a link and checks that the server's data matches it (core/crypto/FORMAT.md, 10).
 * @param secrets of the folder, the current one first (trust/folderSecrets.ts)
 * @param keyCommitments key commitments of the listed files, by id
 * @throws LinkRefusedError
 */
export async function openCheckedLinkBox(
  { link, sealed, shownNames }: ClaimedLink,
  secrets: readonly OwnerSecret[],
  keyCommitments: () => Promise<ReadonlyMap<number, KeyCommitment | UnopenedKey>>,
): Promise<CheckedLinkBox> {
  const { sealed_link, file_commitments } = sealed
  if (sealed_link === null || file_commitments === null) throw new LinkRefusedError({ text: 'share.noBox' })
  const { box, owner } = await openBox(sealed_link, secrets)
  const original = await readCommitments(file_commitments)
  const refused = (problem: LinkProblem) => {
    box.linkMaster.fill(0)
    return new LinkRefusedError(problem)
  }
  const boxMismatch = boxProblem(box, link, original)
  if (boxMismatch !== null) throw refused(boxMismatch)
  const opened = await keyCommitments()
  const filesMismatch = filesProblem(link, original, opened, shownNames)
  if (filesMismatch !== null) throw refused(filesMismatch)
  const doubts = doubtsOf(link, original, opened)
  return {
    ...{ box, owner, sealed_link, file_commitments },
    isEarlier: owner !== secrets[0],
    doubts:
      owner.generation === secrets[0]?.generation ? doubts : [{ text: 'share.doubtGeneration' }, ...doubts],
  }
}

/** Opens the box with the secret of its generation; unlocked former key pairs give several. */
async function openBox(
  sealedLink: string,
  secrets: readonly OwnerSecret[],
): Promise<Pick<OpenedLink, 'box' | 'owner'>> {
  const isShared = secrets[0]?.generation !== 0
  try {
    const generation = linkBoxGeneration(sealedLink)
    if (!isShared && generation !== 0) throw new LinkRefusedError({ text: 'share.boxAltered' })
    for (const secret of secrets.filter((candidate) => candidate.generation === generation)) {
      const box = await openLinkBox(secret, sealedLink).catch(nullIfWrongKey)
      if (box) return { box, owner: secret }
    }
  } catch (error) {
    throw isCryptoError(error) ? new LinkRefusedError({ text: 'share.boxAltered' }) : error
  }
  throw new LinkRefusedError({ text: isShared ? 'share.boxForeignShared' : 'share.boxForeign' })
}

function nullIfWrongKey(error: unknown): null {
  if (isCryptoError(error) && error.code === 'wrong-key') return null
  throw error
}

interface OriginalFiles {
  /** kc of the files that the link was made for, by id. */
  commitments: ReadonlyMap<number, Bytes>
  /** Hash of the bytes that these were read from. */
  filesHash: Bytes
}

async function readCommitments(b64: string): Promise<OriginalFiles> {
  try {
    const bytes = fromBase64(b64)
    return { commitments: readLinkFiles(bytes), filesHash: await linkFilesHash(bytes) }
  } catch (error) {
    throw isCryptoError(error) ? new LinkRefusedError({ text: 'share.boxAltered' }) : error
  }
}

/** Returns why a box does not belong to the listed link, as far as that shows without the files' keys. */
function boxProblem(
  box: LinkBox,
  link: ClaimedLink['link'],
  { commitments, filesHash }: OriginalFiles,
): LinkProblem | null {
  if (box.token !== link.link_token) return { text: 'share.boxOfOther' }
  if (box.hasPassword !== link.has_password)
    return { text: link.has_password ? 'share.shownProtected' : 'share.shownOpen' }
  const isPaired = link.files.length === link.file_ids.length
  if (!isPaired || !equalInConstantTime(box.filesHash, filesHash)) return { text: 'share.listAltered' }
  if (link.file_ids.length === 0) return { text: 'share.noneShown' }
  if (new Set(link.file_ids).size < link.file_ids.length) return { text: 'share.shownTwice' }
  const foreign = link.file_ids.flatMap((id, i) =>
    commitments.has(id) ? [] : [nameText(link.files[i] ?? String(id))],
  )
  if (foreign.length > 0) return { text: 'share.filesAdded', names: foreign }
  return null
}

/** Returns why the listed files differ from those that the link was made for. */
function filesProblem(
  link: ClaimedLink['link'],
  { commitments }: OriginalFiles,
  keys: ReadonlyMap<number, KeyCommitment | UnopenedKey>,
  shownNames: ClaimedLink['shownNames'],
): LinkProblem | null {
  const unopened: string[] = []
  const exchanged: string[] = []
  const renamed: string[] = []
  for (const [i, id] of link.file_ids.entries()) {
    const key = keys.get(id)
    const listedName = link.files[i] ?? ''
    const shownName = nameText(listedName)
    const original = commitments.get(id)
    if (!key?.ok) unopened.push(shownName)
    else if (!original || !equalInConstantTime(key.commitment, original)) exchanged.push(shownName)
    else if (key.name !== null) {
      const isShown =
        listedName === key.placeholder
          ? (shownNames?.get(id) ?? key.name) === key.name
          : isShownAsSent(key.name, listedName)
      if (!isShown) renamed.push(key.name)
    }
  }
  if (exchanged.length > 0) return { text: 'share.filesExchanged', names: exchanged }
  if (unopened.length > 0)
    return { text: 'share.filesUnopened', names: unopened, values: { count: unopened.length } }
  if (renamed.length > 0) return { text: 'share.filesRenamed', names: renamed }
  return null
}

/** Returns doubts: deleted files and files without a manifest may be legitimate or forged. */
function doubtsOf(
  link: ClaimedLink['link'],
  { commitments }: OriginalFiles,
  keys: ReadonlyMap<number, KeyCommitment | UnopenedKey>,
): LinkProblem[] {
  const doubts: LinkProblem[] = []
  const shownCount = link.file_ids.length
  if (shownCount < commitments.size)
    doubts.push({ text: 'share.doubtFewer', values: { made: commitments.size, count: shownCount } })
  const unsealed = link.files.flatMap((name, i) => {
    const key = keys.get(link.file_ids[i] ?? 0)
    return key?.ok && key.name === null ? [nameText(name)] : []
  })
  if (unsealed.length > 0)
    doubts.push({ text: 'share.doubtUnsealed', names: unsealed, values: { count: unsealed.length } })
  return doubts
}
