import type { LinkUses } from '../../../contract/schemas/downloads.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { selectIsAnyRunning } from '../../saving/savingSlice.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { linkUsesText } from './linkUsesText.ts'

/** Says before a download of a limited link how many uses are left. */
export function LinkUsesNote({ uses, isAtPassword = false }: { uses: LinkUses; isAtPassword?: boolean }) {
  const page = useAppSelector(selectDownloadPage)
  const isRunning = useAppSelector(selectIsAnyRunning)
  const hasUsedLink = page.hasUsedLink || isRunning || page.rows.some(({ last }) => last?.type === 'saved')
  return <Banner severity="info">{linkUsesText(uses, { isAtPassword, hasUsedLink })}</Banner>
}
