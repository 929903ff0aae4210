import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { maxDeliveries } from '../../../contract/limits.ts'
import type { Delivery, Folder } from '../../../contract/schemas/folders.ts'
import { shownText } from '../../../contract/shownText.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { preloadSavingLate } from '../../saving/preloadSaving.ts'
import { selectIsRunning } from '../../saving/savingSlice.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { type Unlock, useUnlock } from '../../session/useUnlock.tsx'
import { useIsOffline } from '../../store/connectivityHooks.ts'
import { notify, useAppSelector } from '../../store/hooks.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { useFocusHandover } from '../../ui/hooks/useFocusHandover.ts'
import { FlushPanel } from '../../ui/page/Panel.tsx'
import { RuledList } from '../../ui/theme/layout.ts'
import { ByteSize } from '../../ui/values/ByteSize.tsx'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import {
  deliveriesInFolders,
  expectedDeliveries,
  type FolderDelivery,
  furtherFiles,
} from './newDeliveries.ts'

export type DownloadDelivery = (delivery: FolderDelivery, key: UnlockedKey) => Promise<void>

interface NewDeliveriesProps {
  /** Null while they are awaited: the page keeps their place, so that nothing moves. */
  deliveries: readonly Delivery[] | null
  folders: readonly Folder[]
  /** Downloads the files of a delivery, and reports the outcome. */
  download: DownloadDelivery
  /** Shows only the folders with new files. */
  onShowFolders: () => void
}

/** What nobody has downloaded yet, above the folders; nothing where there is nothing new. */
export function NewDeliveries({ deliveries: known, folders, download, onShowFolders }: NewDeliveriesProps) {
  const headingId = useId()
  const { unlock, dialog } = useUnlock()
  const deliveries = useMemo(() => known ?? expectedDeliveries(folders), [known, folders])
  const rows = useMemo(() => deliveriesInFolders(deliveries, folders), [deliveries, folders])
  const hasRows = rows.length > 0
  useEffect(() => (hasRows ? preloadSavingLate() : undefined), [hasRows])
  return (
    <>
      {hasRows && (
        <Group aria-labelledby={headingId} style={{ visibility: known ? 'visible' : 'hidden' }}>
          <Typography variant="h2" id={headingId}>
            {t('dashboard.newDeliveries')}
          </Typography>
          <FlushPanel>
            <RuledList>
              {rows.map((row) => (
                <DeliveryRow
                  key={`${row.folder.id} ${row.delivery.batch_id}`}
                  {...row}
                  {...{ unlock, download }}
                />
              ))}
              {deliveries.length === maxDeliveries && <Further {...{ deliveries, folders, onShowFolders }} />}
            </RuledList>
          </FlushPanel>
        </Group>
      )}
      {dialog}
    </>
  )
}

function DeliveryRow(row: FolderDelivery & Pick<Unlock, 'unlock'> & Pick<NewDeliveriesProps, 'download'>) {
  const { folder, delivery, unlock, download } = row
  const { files, bytes, last_upload_time, uploader_email } = delivery
  const factsId = useId()
  const element = useRef<HTMLLIElement>(null)
  useFocusHandover(element)
  const [isBegun, setBegun] = useState(false)
  // One download of a folder at a time.
  const isRunning = useAppSelector((state) => selectIsRunning(state, `folder:${folder.id}`))
  const offline = useIsOffline()
  const begin = async () => {
    const key = await unlock(() => t('files.downloadPurpose'))
    if (!key) return
    setBegun(true)
    await download({ folder, delivery }, key).catch((error: unknown) => notify('error', errorText(error)))
    setBegun(false)
  }
  const link = (
    <TextLink to="/folders/view/$folderId" params={{ folderId: String(folder.id) }}>
      {folderTitle(folder)}
    </TextLink>
  )
  return (
    <Row ref={element}>
      <div id={factsId}>
        <div className="who">{uploader_email === null ? link : shownText(uploader_email)}</div>
        <div className="what">
          {uploader_email !== null && link}
          <span>{t('dashboard.deliveredFiles', { count: files })}</span>
          <ByteSize bytes={bytes} />
          <ShortTime iso={last_upload_time} />
        </div>
      </div>
      <BusyButton
        variant="outlined"
        size="small"
        busy={isBegun || isRunning || offline}
        aria-describedby={factsId}
        onClick={() => void begin()}
      >
        {t('dashboard.downloadDelivery')}
      </BusyButton>
    </Row>
  )
}

function Further({
  deliveries,
  folders,
  onShowFolders,
}: Pick<NewDeliveriesProps, 'folders' | 'onShowFolders'> & { deliveries: readonly Delivery[] }) {
  const further = useMemo(() => furtherFiles(deliveries, folders), [deliveries, folders])
  const [folder, ...others] = further.folders
  if (!folder) return null
  const text = t('dashboard.furtherFiles', { count: further.count })
  return (
    <li>
      {others.length === 0 ? (
        <TextLink to="/folders/view/$folderId" params={{ folderId: String(folder.id) }}>
          {text}
        </TextLink>
      ) : (
        <Link component="button" onClick={onShowFolders}>
          {text}
        </Link>
      )}
    </li>
  )
}

const Group = styled('section')(({ theme: { spacing } }) => ({
  marginBottom: spacing(2.5),
  '& > h2': { marginBottom: spacing(1) },
}))

const Row = styled('li')(({ theme: { vars, typography, spacing } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1, 2),
  '& > div': { flex: '1 1 180px', minWidth: 0 },
  '& > button': { marginLeft: 'auto' },
  '& .who': { overflowWrap: 'anywhere', fontWeight: 620 },
  '& .who a': { color: vars.palette.text.primary },
  '& .what': {
    ...typography.small,
    color: vars.palette.text.secondary,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: spacing(1.5),
    overflowWrap: 'anywhere',
  },
}))
