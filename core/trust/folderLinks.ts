import type { OwnFolder } from '../crypto/index.ts'
import type { FolderTags } from '../keys/sentTo.ts'

/**
 * [Note: Remembered links]
 * A server can move files of one folder into another, and show the upload link of one for another. So tags of the
 * links of one's own folders (core/crypto/FORMAT.md, 20) are remembered, in the contacts and by each device, and
 * files are judged by these, never by the link that the server shows now.
 */
export type LinkAlarm =
  /** The server shows another link than is remembered for the folder. */
  | 'other'
  /** The link that is shown, or a remembered one, is also that of another folder. */
  | 'twice'
  /** The contacts and this device remember different links. */
  | 'disagree'

/** What is remembered of the links of a folder of one person. */
export interface FolderLinks {
  /** Remembered links of all folders, this folder's first. */
  readonly remembered: readonly FolderTags[]
  /** The newest remembered tag of the folder; null without one. */
  readonly tag: string | null
  /** False if no file can be judged by its link. */
  readonly isJudged: boolean
  /** Until it is answered, no link is copied and nothing is sent. */
  readonly alarm: LinkAlarm | null
}

interface ShownLink {
  readonly id: number
  /** Tag of the link that the server shows. */
  readonly tag: string
}

/**
 * Returns a function that judges the shown link of a folder.
 * @param own of the contacts; null if these are not believed, so that nothing can be judged
 * @param device what this device has seen, which counts where the contacts have nothing
 */
export function rememberedLinks(
  own: readonly OwnFolder[] | null,
  device: readonly FolderTags[],
): (shown: ShownLink) => FolderLinks {
  const inContacts = new Map((own ?? []).map(({ id, to }) => [id, to]))
  const onDevice = new Map(device.map(({ id, tags }) => [id, tags]))
  const deleted = new Set((own ?? []).flatMap(({ id, title }) => (title === null ? [id] : [])))
  const ids = [...new Set([...inContacts.keys(), ...onDevice.keys()])]
  const foldersOf = new Map<string, Set<number>>()
  for (const id of ids)
    for (const tag of [...(inContacts.get(id) ?? []), ...(onDevice.get(id) ?? [])])
      foldersOf.set(tag, (foldersOf.get(tag) ?? new Set()).add(id))
  const all = ids.map((id): FolderTags => {
    const tags = inContacts.get(id) ?? []
    return { id, tags: tags.length > 0 ? tags : (onDevice.get(id) ?? []) }
  })
  return ({ id, tag: shown }) => {
    const isOfOther = (tag: string) => [...(foldersOf.get(tag) ?? [])].some((one) => one !== id)
    const [contactTags, deviceTags] = [inContacts.get(id) ?? [], onDevice.get(id) ?? []]
    const mine = contactTags.length > 0 ? contactTags : deviceTags
    const isTwice = mine.some(isOfOther)
    return {
      remembered: [{ id, tags: mine }, ...all.filter((one) => one.id !== id)],
      tag: mine[0] ?? null,
      isJudged: own !== null && !deleted.has(id) && mine.length > 0 && !isTwice,
      alarm:
        isTwice || isOfOther(shown)
          ? 'twice'
          : !isContinued(contactTags, deviceTags)
            ? 'disagree'
            : mine.length > 0 && !mine.includes(shown)
              ? 'other'
              : null,
    }
  }
}

/** What is remembered of one folder, as by `rememberedLinks`. */
export const folderLinks = (
  shown: ShownLink,
  own: readonly OwnFolder[] | null,
  device: readonly FolderTags[],
): FolderLinks => rememberedLinks(own, device)(shown)

/** True if one memory has the newest link of the other, or is empty. */
const isContinued = (one: readonly string[], other: readonly string[]): boolean =>
  one[0] === undefined || other[0] === undefined || one.includes(other[0]) || other.includes(one[0])

/** Lets a link that the person has handed out decide, in place of what is remembered of the folder. */
export const pinnedLinks = (id: number, tag: string, { remembered }: FolderLinks): FolderLinks => ({
  remembered: [
    { id, tags: [tag] },
    ...remembered
      .filter((one) => one.id !== id)
      .map((one) => ({ ...one, tags: one.tags.filter((it) => it !== tag) })),
  ],
  tag,
  isJudged: true,
  alarm: null,
})
