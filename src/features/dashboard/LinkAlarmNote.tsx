import type { Folder } from '../../../contract/schemas/folders.ts'
import type { LinkAlarm } from '../../../core/trust/folderLinks.ts'
import { rich } from '../../i18n/rich.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import { TextLink } from '../../ui/buttons/TextLink.tsx'

const maxNamed = 5

/** Names folders whose upload link is not the one that is remembered; the folder's page asks about it. */
export function LinkAlarmNote({
  folders,
  linkAlarms,
}: {
  folders: readonly Folder[]
  linkAlarms: ReadonlyMap<number, LinkAlarm>
}) {
  const alarming = folders.filter(({ id }) => linkAlarms.has(id))
  if (alarming.length === 0) return null
  const names = () =>
    alarming.slice(0, maxNamed).map((folder, index) => (
      <span key={folder.id}>
        {index > 0 && ', '}
        <TextLink
          color="inherit"
          underline="always"
          to="/folders/view/$folderId"
          params={{ folderId: String(folder.id) }}
        >
          {folderTitle(folder)}
        </TextLink>
      </span>
    ))
  const count = alarming.length
  return (
    <Banner severity="error">
      {rich('dashboard.linkAlarms', { count, names, more: Math.max(0, count - maxNamed) })}
    </Banner>
  )
}
