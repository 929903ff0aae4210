import { type OwnFolder, uploadLinkTag } from '../crypto/index.ts'
import type { FolderTags } from '../keys/sentTo.ts'
import type { ListedLink } from './deviceLinks.ts'

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
  /** Tag of the link that the server shows; null in lists that are kept for offline use. */
  readonly tag: string | null
}

/** Tag of a link as a list shows it. */
export const shownTag = async (linkToken: string): Promise<string | null> =>
  linkToken === '' ? null : uploadLinkTag(linkToken)

function rememberedLinks(own: readonly OwnFolder[] | null, device: readonly FolderTags[]) {
  const inContacts = new Map((own ?? []).map(({ id, to }) => [id, to]))
  const onDevice = new Map(device.map(({ id, tags }) => [id, tags]))
  const deleted = new Set((own ?? []).flatMap(({ id, title }) => (title === null ? [id] : [])))
  const ids = [...new Set([...inContacts.keys(), ...onDevice.keys()])]
  const foldersOf = new Map<string, Set<number>>()
  for (const id of ids)
    for (const tag of [...(inContacts.get(id) ?? []), ...(onDevice.get(id) ?? [])])
      foldersOf.set(tag, (foldersOf.get(tag) ?? new Set()).add(id))
  const tagsOf = (id: number): readonly string[] => {
    const tags = inContacts.get(id) ?? []
    return tags.length > 0 ? tags : (onDevice.get(id) ?? [])
  }
  const isOfOther = (id: number, tag: string | null) =>
    tag !== null && [...(foldersOf.get(tag) ?? [])].some((one) => one !== id)
  const isTwice = (id: number) => tagsOf(id).some((tag) => isOfOther(id, tag))
  return {
    ids,
    tagsOf,
    /** A folder of one person never becomes one of several, nor does its link. */
    alarmOfSeveral: ({ id, tag }: ShownLink): LinkAlarm | null =>
      tag !== null && foldersOf.has(tag) ? 'twice' : tagsOf(id).length > 0 ? 'other' : null,
    isJudged: (id: number) => own !== null && !deleted.has(id) && tagsOf(id).length > 0 && !isTwice(id),
    alarmOf: ({ id, tag }: ShownLink): LinkAlarm | null => {
      if (isTwice(id) || isOfOther(id, tag)) return 'twice'
      if (!isContinued(inContacts.get(id) ?? [], onDevice.get(id) ?? [])) return 'disagree'
      const mine = tagsOf(id)
      return tag !== null && mine.length > 0 && !mine.includes(tag) ? 'other' : null
    },
  }
}

/**
 * Judges the shown link of a folder.
 * @param own of the contacts; null if these are not believed, so that nothing can be judged
 * @param device what this device has seen, which counts where the contacts have nothing
 */
export function folderLinks(
  shown: ShownLink,
  own: readonly OwnFolder[] | null,
  device: readonly FolderTags[],
): FolderLinks {
  const { id } = shown
  const { ids, tagsOf, isJudged, alarmOf } = rememberedLinks(own, device)
  return {
    remembered: [id, ...ids.filter((one) => one !== id)].map((one) => ({ id: one, tags: tagsOf(one) })),
    tag: tagsOf(id)[0] ?? null,
    isJudged: isJudged(id),
    alarm: alarmOf(shown),
  }
}

/** Folders whose shown links are an alarm, by id. Parameters as of `folderLinks`. */
export async function linkAlarms(
  listed: readonly ListedLink[],
  own: readonly OwnFolder[] | null,
  device: readonly FolderTags[],
): Promise<ReadonlyMap<number, LinkAlarm>> {
  const { alarmOf, alarmOfSeveral } = rememberedLinks(own, device)
  const alarms = new Map<number, LinkAlarm>()
  const shown = await Promise.all(
    listed.map(async ({ id, link_token, several }) => ({ id, several, tag: await shownTag(link_token) })),
  )
  for (const one of shown) {
    const alarm = one.several === null ? alarmOf(one) : alarmOfSeveral(one)
    if (alarm !== null) alarms.set(one.id, alarm)
  }
  return alarms
}

/** True if a created folder has neither the number nor the link of one that is remembered. Parameters as of `folderLinks`. */
export const isNewFolder = (
  { id, tag }: { id: number; tag: string },
  own: readonly OwnFolder[],
  device: readonly FolderTags[],
): boolean =>
  !own.some((one) => one.id === id || one.to.includes(tag)) &&
  !device.some((one) => one.id === id || one.tags.includes(tag))

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
