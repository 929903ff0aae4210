import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useMemo, useState } from 'react'
import type { SentLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { shownText } from '../../../contract/shownText.ts'
import { defaultSort } from '../../api/defaultSort.ts'
import { useFoldersQuery } from '../../api/foldersApi.ts'
import { useSentLinksQuery } from '../../api/linksApi.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import { shownBytes } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { SelectField } from '../../ui/fields/textFields.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { QueryContent } from '../../ui/messages/QueryContent.tsx'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { FlushPanel, Panel } from '../../ui/page/Panel.tsx'
import { WidePage } from '../../ui/page/WidePage.tsx'
import { Muted, RuledList } from '../../ui/theme/layout.ts'
import { LinkItem } from './LinkItem.tsx'
import { isOver } from './linkState.ts'
import { findSentLinks, type SentChoice, sentSorts, sentStates, sendsWithoutLink } from './sentList.ts'
import { useDeleteLink } from './useDeleteLink.tsx'
import { useIndexedNames } from './useIndexedNames.ts'

const refetchOnMount = { refetchOnMountOrArgChange: true }

/** The download links of all folders. */
export function SentPage() {
  const links = useSentLinksQuery(undefined, refetchOnMount)
  const folders = useFoldersQuery(defaultSort, refetchOnMount)
  const query = {
    data: links.data && folders.data && { links: links.data, folders: folders.data },
    error: links.error ?? folders.error,
    refetch: () => {
      void links.refetch()
      void folders.refetch()
    },
  }
  return (
    <WidePage
      title={t('sent.title')}
      isBrief
      back={<DashboardBreadcrumb />}
      actions={
        <ButtonLink to="/send" variant="contained">
          {t('send.title')}
        </ButtonLink>
      }
    >
      <QueryContent query={query} loading={t('share.loading')}>
        {(data) => (
          <>
            <SendsWithoutLink {...data} />
            {data.links.length === 0 ? (
              <Panel>
                <EmptyState title={t('sent.none')} hint={t('sent.noneHint')} />
              </Panel>
            ) : (
              <SentLinks {...data} />
            )}
          </>
        )}
      </QueryContent>
    </WidePage>
  )
}

interface SentData {
  links: readonly SentLink[]
  folders: readonly Folder[]
}

/** What was to be sent and has no link: an upload that was interrupted, or a link that was deleted. */
function SendsWithoutLink({ links, folders }: SentData) {
  const sends = sendsWithoutLink(folders, links)
  const titleId = useId()
  if (sends.length === 0) return null
  return (
    <WithoutLink aria-labelledby={titleId}>
      <Typography variant="h2" id={titleId}>
        {t('sent.withoutLink')}
      </Typography>
      <Explanation>{t('sent.withoutLinkHint')}</Explanation>
      <FlushPanel>
        <RuledList>
          {sends.map((folder) => (
            <li key={folder.id}>
              <TextLink to="/folders/view/$folderId" params={{ folderId: String(folder.id) }}>
                {shownText(nameOf(folder))}
              </TextLink>{' '}
              <Muted>
                {t('files.fileCount', { count: folder.file_count })} · {shownBytes(folder.total_size)}
              </Muted>
            </li>
          ))}
        </RuledList>
      </FlushPanel>
    </WithoutLink>
  )
}

const WithoutLink = styled('section')(({ theme: { spacing } }) => ({
  display: 'grid',
  gap: spacing(1),
  marginBottom: spacing(3),
}))

/** Links that are shown at first, and with each press more: a person may have a hundred thousand. */
const shownAtOnce = 50
const noNames: ReadonlyMap<number, string> = new Map()
const nameOf = (folder: Folder | undefined): string =>
  folder === undefined || folder.title === '' ? t('dashboard.noTitle') : folder.title

function SentLinks({ links, folders }: SentData) {
  const [choice, setChoice] = useState<SentChoice>({ typed: '', state: 'all', sort: 'newest' })
  const [shown, setShown] = useState(shownAtOnce)
  const folderById = useMemo(() => new Map(folders.map((folder) => [folder.id, folder])), [folders])
  const now = useServerTime(links.map(({ expiration_date }) => expiration_date))
  const found = useMemo(() => {
    const folderName = ({ folder_id }: SentLink) => nameOf(folderById.get(folder_id))
    return findSentLinks(links, choice, { folderName, now })
  }, [links, choice, folderById, now])
  const shownLinks = useMemo(() => found.slice(0, shown), [found, shown])
  const names = useIndexedNames(shownLinks)
  const { unlock, dialog } = useUnlock()
  const deletion = useDeleteLink()
  const choose = (change: Partial<SentChoice>) => {
    setChoice({ ...choice, ...change })
    setShown(shownAtOnce)
  }
  return (
    <>
      <Tools>
        <TextField
          className="search"
          type="search"
          label={t('sent.find')}
          value={choice.typed}
          onChange={({ target }) => choose({ typed: target.value })}
        />
        <SelectField
          label={t('sent.show')}
          value={choice.state}
          onChange={({ target }) => choose({ state: oneOf(sentStates, target.value) })}
          options={sentStates.map((state) => [state, t(`sent.${state}`)])}
        />
        <SelectField
          label={t('sent.sortBy')}
          value={choice.sort}
          onChange={({ target }) => choose({ sort: oneOf(sentSorts, target.value) })}
          options={sentSorts.map((sort) => [sort, t(`sent.${sort}`)])}
        />
        <span role="status">{t('sent.foundOf', { found: found.length, count: links.length })}</span>
      </Tools>
      {found.length === 0 ? (
        <Panel>
          <EmptyState title={t('sent.noMatch')} />
        </Panel>
      ) : (
        <FlushPanel>
          <RuledList aria-label={t('sent.list')}>
            {shownLinks.map((link) => {
              const folder = folderById.get(link.folder_id)
              return (
                folder && (
                  <LinkItem
                    key={link.id}
                    folder={folder}
                    link={link}
                    rowNames={names.get(link.folder_id) ?? noNames}
                    isOver={isOver(link, now)}
                    busy={deletion.isDeleting(link)}
                    unlock={unlock}
                    folderName={
                      <TextLink to="/folders/view/$folderId" params={{ folderId: String(folder.id) }}>
                        {shownText(nameOf(folder))}
                      </TextLink>
                    }
                    onDelete={() => deletion.askToDelete(link)}
                  />
                )
              )
            })}
          </RuledList>
        </FlushPanel>
      )}
      {found.length > shown && <More onClick={() => setShown(shown + shownAtOnce)}>{t('sent.more')}</More>}
      {deletion.dialog}
      {dialog}
    </>
  )
}

const oneOf = <const T extends string>(choices: readonly [T, ...T[]], value: string): T =>
  choices.find((choice) => choice === value) ?? choices[0]

const More = styled(Button)(({ theme }) => ({ marginTop: theme.spacing(2) }))

const Tools = styled('div')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: spacing(1.5),
  marginBottom: spacing(2),
  color: vars.palette.text.secondary,
  '& > *': { flex: '1 1 140px', maxWidth: 260 },
  '& > .search': { flexBasis: 220, maxWidth: 340 },
  '& > [role="status"]': { flex: 'none', paddingBottom: spacing(1) },
  [breakpoints.down('sm')]: { '& > .search': { flexBasis: '100%', maxWidth: 'none' } },
}))
