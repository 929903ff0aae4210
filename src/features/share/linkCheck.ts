import type { CallResponse } from '../../../contract/call.ts'
import type { DownloadLink, getSealedLink } from '../../../contract/downloads.ts'
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
} from '../../crypto/index.ts'
import type { KnownKey, UnopenedKey } from '../../transfer/keys/bench.ts'
import { count, formatNumber } from '../../ui/format.ts'
import { namesOf } from './fileNames.ts'
import { LinkRefusedError } from './linkRefused.ts'

/** What the server says of a link that is to be copied: none of it is believed. */
export interface ClaimedLink {
  /** As the list shows it. */
  link: Pick<DownloadLink, 'link_token' | 'has_password' | 'files' | 'file_ids'>
  sealed: CallResponse<typeof getSealedLink>
}

export interface CheckedLink {
  box: LinkBox
  /** What cannot be told, in sentences: nothing is copied before the person has said yes to them. */
  doubts: readonly string[]
}

/**
 * The link's box, once nothing that the server shows of the link was found to be other than it was made
 * (src/crypto/FORMAT.md, 10).
 * @param secrets of the folder, the one in force first (trust/folderSecrets.ts)
 * @param filesKeys what the keys of the files are that the list shows, by id
 * @throws LinkRefusedError
 */
export async function checkedBox(
  { link, sealed }: ClaimedLink,
  secrets: readonly OwnerSecret[],
  filesKeys: () => Promise<ReadonlyMap<number, KnownKey | UnopenedKey>>,
): Promise<CheckedLink> {
  const { sealed_link, file_commitments } = sealed
  if (sealed_link === null || file_commitments === null) throw new LinkRefusedError(noBoxText)
  const { box, generation } = await openedBox(sealed_link, secrets)
  const made = await readCommitments(file_commitments)
  const refused = (problem: string) => {
    box.linkMaster.fill(0)
    return new LinkRefusedError(`${problem} Nothing was copied.`)
  }
  const unlike = boxProblem(box, link, made)
  if (unlike !== null) throw refused(unlike)
  const opened = await filesKeys()
  const exchanged = filesProblem(link, made, opened)
  if (exchanged !== null) throw refused(exchanged)
  const doubts = doubtsOf(link, made, opened)
  return { box, doubts: generation === secrets[0]?.generation ? doubts : [olderGenerationText, ...doubts] }
}

/** With the secret of the generation that the box names: several only where former pairs are open. */
async function openedBox(
  sealedLink: string,
  secrets: readonly OwnerSecret[],
): Promise<{ box: LinkBox; generation: number }> {
  const isShared = secrets[0]?.generation !== 0
  try {
    const generation = linkBoxGeneration(sealedLink)
    if (!isShared && generation !== 0) throw new LinkRefusedError(alteredText)
    for (const secret of secrets.filter((one) => one.generation === generation)) {
      const box = await openLinkBox(secret, sealedLink).catch(nullIfWrongKey)
      if (box) return { box, generation }
    }
  } catch (error) {
    throw isCryptoError(error) ? new LinkRefusedError(alteredText) : error
  }
  throw new LinkRefusedError(isShared ? foreignSharedText : foreignText)
}

function nullIfWrongKey(error: unknown): null {
  if (isCryptoError(error) && error.code === 'wrong-key') return null
  throw error
}

interface MadeFor {
  /** kc of the files that the link was made for, by id. */
  commitments: ReadonlyMap<number, Bytes>
  /** Of the bytes that these were read from. */
  filesHash: Bytes
}

async function readCommitments(b64: string): Promise<MadeFor> {
  try {
    const bytes = fromBase64(b64)
    return { commitments: readLinkFiles(bytes), filesHash: await linkFilesHash(bytes) }
  } catch (error) {
    throw isCryptoError(error) ? new LinkRefusedError(alteredText) : error
  }
}

/** Why a box does not belong to the link that the server shows, as far as can be told without the files' keys. */
function boxProblem(
  box: LinkBox,
  link: ClaimedLink['link'],
  { commitments, filesHash }: MadeFor,
): string | null {
  if (box.token !== link.link_token) return 'The server gave out the keys of another link.'
  if (box.hasPassword !== link.has_password) {
    const [shown, made] = link.has_password ? ['with', 'without'] : ['without', 'with']
    return `The server shows this link as one ${shown} a password; it was made ${made}.`
  }
  const isPaired = link.files.length === link.file_ids.length
  if (!isPaired || !equalInConstantTime(box.filesHash, filesHash))
    return 'The server altered the list of files that this link was made for.'
  if (link.file_ids.length === 0)
    return 'The server shows none of the files of this link: they were deleted, or it holds them back.'
  if (new Set(link.file_ids).size < link.file_ids.length)
    return 'The server shows a file of this link more than once.'
  const foreign = link.file_ids.flatMap((id, i) => (commitments.has(id) ? [] : [link.files[i] ?? String(id)]))
  if (foreign.length > 0)
    return `The server added files that this link was not made for: ${namesOf(foreign)}.`
  return null
}

/** Why the files that the server shows are not those that the link was made for. */
function filesProblem(
  link: ClaimedLink['link'],
  { commitments }: MadeFor,
  keys: ReadonlyMap<number, KnownKey | UnopenedKey>,
): string | null {
  const unopened: string[] = []
  const exchanged: string[] = []
  const renamed: string[] = []
  for (const [i, id] of link.file_ids.entries()) {
    const key = keys.get(id)
    const shown = link.files[i] ?? ''
    const made = commitments.get(id)
    if (!key?.ok) unopened.push(shown)
    else if (!made || !equalInConstantTime(key.commitment, made)) exchanged.push(shown)
    else if (key.name !== null && !isShownAsSent(key.name, shown)) renamed.push(key.name)
  }
  if (exchanged.length > 0)
    return `The server put other files in the place of those of this link: ${namesOf(exchanged)}.`
  if (unopened.length > 0)
    return `${unopened.length} file(s) of this link cannot be opened, so nothing tells whether they are those that it was made for: ${namesOf(unopened)}.`
  if (renamed.length > 0)
    return `The server shows files of this link under other names than they were sent with: ${namesOf(renamed)}.`
  return null
}

/** Files may have been deleted since, and some have no manifest: neither need be a lie, and each could be one. */
function doubtsOf(
  link: ClaimedLink['link'],
  { commitments }: MadeFor,
  keys: ReadonlyMap<number, KnownKey | UnopenedKey>,
): string[] {
  const doubts: string[] = []
  const shown = link.file_ids.length
  if (shown < commitments.size)
    doubts.push(
      `This link was made for ${formatNumber(commitments.size)} files; ${formatNumber(shown)} ${shown === 1 ? 'is' : 'are'} shown. Whoever gets it can open all that the server still has of them.`,
    )
  const unsealed = link.files.filter((_, i) => {
    const key = keys.get(link.file_ids[i] ?? 0)
    return key?.ok && key.name === null
  })
  if (unsealed.length > 0)
    doubts.push(
      `No manifest came with ${count(unsealed.length, 'file')}, so name and content are the server’s word: ${namesOf(unsealed)}.`,
    )
  return doubts
}

const noBoxText =
  'The server has no sealed keys for this link. It was made by an earlier version or by another program, or the server ' +
  'holds them back. Nothing was copied: make a new link of these files.'
const alteredText = 'The server altered what was sealed of this link. Nothing was copied.'
const foreignText =
  'What the server gave out for this link does not open with your key. If the link was made with an earlier key, open ' +
  'its backup in your profile; if not, the server exchanged it. Nothing was copied.'
const foreignSharedText =
  'What the server gave out for this link does not open with the folder’s keys: the server exchanged it, or holds back ' +
  'the generation of the key that it was made under. Nothing was copied.'
const olderGenerationText =
  'This link was made before the last change of key. Somebody who has been removed since could have made it, with the ' +
  'server, and would be able to open what it hands out. A new link of the same files has no such doubt.'
