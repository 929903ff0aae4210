import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import type { AuditKind } from '../../../contract/auditKinds.ts'
import { addresses } from '../../../contract/addresses.ts'
import { callUrl } from '../../../contract/call.ts'
import { shownText } from '../../../contract/shownText.ts'
import { auditActorText, auditEventText, auditGroupKeys, type NamesById } from '../../../i18n/auditTexts.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { useHistoryInfiniteQuery } from '../../api/historyApi.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { formatDateTime, hasDecimalComma, splitDateTime } from '../../../i18n/format.ts'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import { EntryList } from '../../ui/lists/EntryList.tsx'
import { SelectField } from '../../ui/fields/textFields.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { historyQuery, type EventFilter, accountFilters, folderFilters } from './historyQuery.ts'

function filterText(filter: EventFilter): string {
  if (filter === 'everything') return t('history.everything')
  return t(filter === 'own' ? 'history.own' : auditGroupKeys[filter])
}

/** Events of a folder, or, without `folderId`, of the account and all own folders. */
export function EventHistory({ folderId, fileNames }: { folderId?: number; fileNames?: NamesById }) {
  const filters: readonly EventFilter[] = folderId === undefined ? accountFilters : folderFilters
  const [filter, setFilter] = useState(filters[0] ?? 'everything')
  const { currentData, error, isFetching, isFetchingNextPage, fetchNextPage, hasNextPage, refetch } =
    useHistoryInfiniteQuery(historyQuery(filter, folderId), {
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
    })
  const pages = currentData?.pages ?? []
  const events = pages.flatMap((page) => page.events)
  const days = pages.at(-1)?.days
  const isLoading = isFetching && currentData === undefined

  async function loadMore() {
    const { error: failure } = await fetchNextPage()
    // The last line that is shown is gone from this history, or is no longer this person's.
    if (failure && faultOf(failure).status === 422) void refetch()
  }
  return (
    <>
      <Head>
        <SelectField
          label={t('history.choice')}
          value={filter}
          onChange={({ target }) => setFilter(filters.find((choice) => choice === target.value) ?? filter)}
          options={filters.map((choice) => [choice, filterText(choice)])}
        />
        {events.length > 0 && (
          <Button component="a" href={csvAddress(filter, folderId)} download>
            {t('history.downloadCsv')}
          </Button>
        )}
      </Head>
      {isLoading ? (
        <Explanation role="status">{t('history.loading')}</Explanation>
      ) : (
        <EventList {...{ events, days, fileNames }} isOfFolder={folderId !== undefined} />
      )}
      {error && !isFetching && <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />}
      {hasNextPage && !error && (
        <div>
          <BusyButton busy={isFetchingNextPage} onClick={() => void loadMore()}>
            {t(isFetchingNextPage ? 'history.loadingMore' : 'history.more')}
          </BusyButton>
        </div>
      )}
      {days !== undefined && days > 0 && (
        <Typography variant="small" color="textSecondary">
          {t('history.kept', { days })}
        </Typography>
      )}
    </>
  )
}

function csvAddress(filter: EventFilter, folderId: number | undefined): string {
  const { folder, kind } = historyQuery(filter, folderId)
  const query = new URLSearchParams({
    format: 'csv',
    ...(folder !== undefined && { folder: String(folder) }),
    ...(kind !== undefined && { kind }),
    ...(hasDecimalComma() && { separator: 'semicolon' }),
  })
  return `${callUrl(addresses.getAudit)}?${query.toString()}`
}

interface EventListProps {
  events: readonly AuditEvent[]
  /** Days that events are stored; 0 if none are, undefined if nothing was loaded. */
  days: number | undefined
  isOfFolder: boolean
  fileNames: NamesById | undefined
}

function EventList({ events, days, isOfFolder, fileNames }: EventListProps) {
  if (days === undefined) return null
  if (events.length === 0) return <Explanation>{t(days === 0 ? 'history.off' : 'history.empty')}</Explanation>
  return (
    <Events label={t('history.list')}>
      {events.map((event) => (
        <li key={event.id}>
          {isFailure(event.kind) ? (
            <StatusText tone="attention">{auditEventText(event, fileNames)}</StatusText>
          ) : (
            <span>{auditEventText(event, fileNames)}</span>
          )}
          <span className="who">
            {[
              auditActorText(event),
              event.address ?? '',
              isOfFolder || event.folder === null
                ? ''
                : t('history.inFolder', { name: folderName(event.folder) }),
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
          <span className="when">
            <DateTime iso={event.at} />
            {event.details.ended_at !== undefined && (
              <PeriodEnd began={event.at} ended={event.details.ended_at} />
            )}
          </span>
        </li>
      ))}
    </Events>
  )
}

function PeriodEnd({ began, ended }: { began: string; ended: string }) {
  const end = splitDateTime(ended)
  if (end === null || formatDateTime(ended) === formatDateTime(began)) return null
  const isSameDay = splitDateTime(began)?.date === end.date
  return (
    <>
      {' – '}
      <time dateTime={ended}>{isSameDay ? end.time : formatDateTime(ended)}</time>
    </>
  )
}

const isFailure = (kind: AuditKind): boolean => /-(?:failed|refused)$/.test(kind)

const folderName = ({ title }: { title: string }) =>
  title === '' ? t('dashboard.noTitle') : t('history.quotedName', { name: shownText(title) })

const Head = styled('div')(({ theme: { spacing } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: spacing(1.5, 2),
  '& > .MuiTextField-root': { width: 260 },
}))

const Events = styled(EntryList)(({ theme: { vars, typography, breakpoints, spacing } }) => ({
  '& li': {
    display: 'grid',
    columnGap: spacing(2),
    overflowWrap: 'anywhere',
    [breakpoints.up('sm')]: { gridTemplateColumns: '1fr auto', paddingBlock: spacing(1.25) },
  },
  '& .who, & .when': { color: vars.palette.text.secondary, ...typography.small },
  '& .when': { [breakpoints.up('sm')]: { gridArea: '1 / 2', alignSelf: 'center', whiteSpace: 'nowrap' } },
  '& .who': { [breakpoints.up('sm')]: { gridColumn: '1 / -1' } },
}))
