import type { Folder } from '../../../../contract/schemas/folders.ts'
import { useFoldersQuery } from '../../../api/foldersApi.ts'
import { t } from '../../../../i18n/t.ts'
import { QueryContent } from '../../../ui/messages/QueryContent.tsx'
import { folderTitle } from '../../../ui/values/folderTitle.ts'
import { Muted, SpaceBetween, Subheading } from '../../../ui/theme/layout.ts'
import { EntryList } from '../../../ui/lists/EntryList.tsx'
import { TextLink } from '../../../ui/buttons/TextLink.tsx'
import { Tag } from '../../../ui/values/Tag.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'

export function SharedFolders() {
  const query = useFoldersQuery({ sort_by: 'title', sort_order: 'asc' }, { refetchOnMountOrArgChange: true })
  return (
    <div>
      <Subheading>{t('profile.sharedFolders')}</Subheading>
      <QueryContent query={query} loading={t('copying.loading')}>
        {(folders) => <FolderList folders={folders} />}
      </QueryContent>
    </div>
  )
}

function FolderList({ folders }: { folders: readonly Folder[] }) {
  const shared = folders.flatMap(({ id, title, several }) => (several ? [{ id, title, several }] : []))
  if (shared.length === 0) return <Explanation sx={{ mt: 0.5 }}>{t('profile.noSharedFolders')}</Explanation>
  return (
    <EntryList label={t('profile.sharedFolders')} sx={{ mt: 1 }}>
      {shared.map(({ id, title, several }) => (
        <li key={id}>
          <SpaceBetween>
            <div>
              <TextLink to="/folders/view/$folderId" params={{ folderId: String(id) }}>
                {folderTitle({ title })}
              </TextLink>
              <Muted>{` · ${t('people.count', { count: several.people })}`}</Muted>
            </div>
            <Tag>{t(`people.${several.role}`)}</Tag>
          </SpaceBetween>
        </li>
      ))}
    </EntryList>
  )
}
