import { shownText } from '../../../contract/shownText.ts'
import { notify } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { AskingBanner } from '../../ui/AskingBanner.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { count } from '../../ui/format.ts'
import type { Origins } from './origins.ts'

/** Why nothing here counts as proven, and what the person can say to it. */
export function OwnFolderNote({ origins: { standing, discounted, confirm } }: { origins: Origins }) {
  switch (standing.type) {
    case 'known':
    case 'unread':
    // What a folder of several people stands like is told in a note of its own.
    case 'untrusted':
      return null
    case 'unknown':
      return discounted === 0 ? null : (
        <AskingBanner severity="warning" answer="It Is My Folder" act={confirm} onProblem={tell}>
          {`${count(discounted, 'file')} came by a secret link, but nothing tells that you gave one out for this folder: the server may show you another. If you know its title and its files, say so, and they count as proven.`}
        </AskingBanner>
      )
    case 'renamed':
      return (
        <AskingBanner severity="error" answer="I Renamed It" act={confirm} onProblem={tell}>
          {`This folder was called ${quoted(standing.before)} when you last knew it. If you did not rename it, the server shows you files that were sent for another folder: ask whoever runs it, and share no link of either. Until you answer, nothing here counts as proven.`}
        </AskingBanner>
      )
    case 'returned':
      return (
        <AskingBanner severity="error" answer="It Is the Same Folder" act={confirm} onProblem={tell}>
          You deleted a folder with this number. If the server was restored from a backup, it may be that
          folder again; if you have just made a new one, delete it and make another, or files of the old one
          could pass for its own. Until you answer, nothing here counts as proven.
        </AskingBanner>
      )
    case 'unbelieved':
      return (
        <Banner severity="error">
          What the server gives back of the folders and people you know is not what you left with it. Nothing
          here counts as proven before that is settled.
        </Banner>
      )
  }
}

const quoted = (title: string) => (title === '' ? '(No Title)' : `“${shownText(title)}”`)

const tell = (error: unknown) => notify('error', errorText(error))
