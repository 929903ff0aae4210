import type { SentLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { foldCase, searchWords } from '../../../core/util/searchWords.ts'
import { locale } from '../../../i18n/language.ts'
import { type LinkState, linkState } from './linkState.ts'

export const sentStates = ['all', 'active', 'expired', 'usedUp'] as const satisfies ('all' | LinkState)[]
export const sentSorts = ['newest', 'ending', 'byTitle', 'byFolder'] as const

export interface SentChoice {
  typed: string
  state: (typeof sentStates)[number]
  sort: (typeof sentSorts)[number]
}

/** The folders of files that were to be sent and have no link: newest first. */
export function sendsWithoutLink(
  folders: readonly Folder[],
  links: readonly Pick<SentLink, 'folder_id'>[],
): Folder[] {
  const linked = new Set(links.map(({ folder_id }) => folder_id))
  return folders.filter(({ id, kind }) => kind === 'sent' && !linked.has(id)).sort((a, b) => b.id - a.id)
}

/** Returns the links in a state whose title, message, folder, people or files contain every word of the search. */
export function findSentLinks(
  links: readonly SentLink[],
  { typed, state, sort }: SentChoice,
  { folderName, now }: { folderName: (link: SentLink) => string; now: number },
): SentLink[] {
  const words = searchWords(typed)
  const found = links.filter((link) => {
    if (state !== 'all' && linkState(link, now) !== state) return false
    if (words.length === 0) return true
    const people = link.named_people?.map(({ email }) => email) ?? []
    const text = foldCase([link.title, link.message, folderName(link), ...people, ...link.files].join(' '))
    return words.every((word) => text.includes(word))
  })
  const { compare } = new Intl.Collator(locale(), { numeric: true })
  const byTime = (a: SentLink, b: SentLink) => b.id - a.id
  return found.sort((a, b) => {
    switch (sort) {
      case 'newest':
        return byTime(a, b)
      case 'ending':
        return endOf(a) - endOf(b) || byTime(a, b)
      case 'byTitle':
        // Those without a title last.
        return (
          Number(a.title === null) - Number(b.title === null) ||
          compare(a.title ?? '', b.title ?? '') ||
          byTime(a, b)
        )
      case 'byFolder':
        return compare(folderName(a), folderName(b)) || byTime(a, b)
    }
  })
}

/** A later number than of any link that expires, for those that never do. */
const endOf = ({ expiration_date: end }: SentLink): number =>
  end === null ? Number.MAX_SAFE_INTEGER : Date.parse(end)
