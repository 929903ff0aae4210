import { uploadLinkTag } from '../crypto/index.ts'
import type { FolderTags } from '../keys/sentTo.ts'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord } from './trustPorts.ts'

/** Fields of a listed folder that this device remembers. */
export interface ListedLink {
  readonly id: number
  /** Empty in lists that are kept for offline use. */
  readonly link_token: string
  /** Not null for a folder of several people, whose files are judged by their key. */
  readonly several: object | null
}

/** Folders whose links a device remembers: a server can list any number. */
export const maxDeviceLinks = 20_000

const linksOf = ({ links = {} }: DeviceRecord): FolderTags[] =>
  Object.entries(links).map(([id, tags]) => ({ id: Number(id), tags }))

/** Links of folders of one person that a device has seen. @param fp fingerprint of their key */
export const readDeviceLinks = async (memory: DeviceMemory, fp: string): Promise<FolderTags[]> =>
  linksOf((await memory.read(fp)) ?? emptyDeviceRecord)

/**
 * Remembers the link of each folder that this device sees for the first time, but none that it knows of another
 * folder.
 * @returns all that it has seen
 */
export async function rememberShownLinks(
  memory: DeviceMemory,
  fp: string,
  shown: readonly ListedLink[],
): Promise<FolderTags[]> {
  const record = (await memory.read(fp)) ?? emptyDeviceRecord
  const unseen = shown.filter(
    ({ id, several, link_token }) =>
      several === null && link_token !== '' && !Object.hasOwn(record.links ?? {}, id),
  )
  if (unseen.length === 0) return linksOf(record)
  const tagged = await Promise.all(
    unseen.map(async ({ id, link_token }) => ({ id, tag: await uploadLinkTag(link_token) })),
  )
  let after = record
  await memory.update(fp, (now) => (after = withFirstTags(now, tagged)))
  return linksOf(after)
}

function withFirstTags(record: DeviceRecord, tagged: readonly { id: number; tag: string }[]): DeviceRecord {
  const links: Record<string, readonly string[]> = { ...record.links }
  const known = new Set(Object.values(links).flat())
  let room = maxDeviceLinks - Object.keys(links).length
  for (const { id, tag } of tagged) {
    if (Object.hasOwn(links, id) || known.has(tag) || room-- <= 0) continue
    links[id] = [tag]
    known.add(tag)
  }
  return { ...record, links }
}

/** Replaces what a device remembers of a folder, once its person has answered for it. */
export const replaceDeviceLinks = (
  memory: DeviceMemory,
  fp: string,
  { id, tags }: FolderTags,
): Promise<void> => memory.update(fp, (record) => ({ ...record, links: { ...record.links, [id]: tags } }))
