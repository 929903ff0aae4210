import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { UnfinishedUpload } from '../../../../contract/schemas/folders.ts'
import { maxUnfinishedListed } from '../../../../contract/limits.ts'
import { api } from '../../../api/api.ts'
import { callApi } from '../../../api/client.ts'
import { useUnfinishedUploadsQuery } from '../../../api/filesApi.ts'
import { isSessionEnd, isUnanswered } from '../../../../core/faults/faultKinds.ts'
import { notify, useAppDispatch } from '../../../store/hooks.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { ErrorBanner } from '../../../ui/messages/ErrorBanner.tsx'
import { prepareHeadingFocus } from '../../../ui/hooks/focusHeading.ts'
import { LowerSection, RuledList } from '../../../ui/theme/layout.ts'
import { KeepWhileClosing } from '../../../ui/dialogs/KeepWhileClosing.tsx'
import { FlushPanel } from '../../../ui/page/Panel.tsx'
import { ByteSize } from '../../../ui/values/ByteSize.tsx'
import { focusRing } from '../../../ui/theme/theme.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { endUploads, endUploadsConsequences, endUploadsMessage, sumOfBytes } from './endUploads.ts'
import { UnfinishedUploadItem } from './UnfinishedUploadItem.tsx'

/** Id of this section below the list. */
export const unfinishedAnchor = 'unfinished-uploads'
const titleId = `${unfinishedAnchor}-title`

/** Number of uploads shown initially, as there may be hundreds. */
const initiallyShown = 5

/** Lists the folder's unfinished uploads, which can be ended; renders nothing if there are none. */
export function UnfinishedUploads({ folderId }: { folderId: number }) {
  const { data: uploads, error, refetch } = useUnfinishedUploadsQuery(folderId)
  const [endRequest, setEndRequest] = useState<EndRequest | null>(null)
  const { ending, end } = useEndUploads(folderId, uploads)
  const ask = (toEnd: readonly UnfinishedUpload[]) =>
    setEndRequest({ uploads: toEnd, consequences: endUploadsConsequences(toEnd) })

  if (uploads === undefined && (error === undefined || isUnanswered(error))) return null
  if (uploads?.length === 0) return null
  return (
    <LowerSection id={unfinishedAnchor} aria-labelledby={titleId}>
      <Head>
        <div>
          <Typography variant="h2" id={titleId} tabIndex={-1}>
            {t('files.unfinished')}
          </Typography>
          {uploads && <Total uploads={uploads} />}
        </div>
        {uploads && uploads.length > 1 && (
          <Button size="small" color="error" disabled={ending !== null} onClick={() => ask(uploads)}>
            {ending && ending.ids.size > 1
              ? t('files.endingOf', { done: ending.done, count: ending.ids.size })
              : t('files.endAll')}
          </Button>
        )}
      </Head>
      {error !== undefined && !isUnanswered(error) && (
        <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
      )}
      {uploads && (
        <UploadList uploads={uploads} ending={ending?.ids ?? null} onEnd={(upload) => ask([upload])} />
      )}
      <KeepWhileClosing item={endRequest}>
        {(endRequest, open) => (
          <EndUploadsDialog
            {...endRequest}
            open={open}
            onCancel={() => setEndRequest(null)}
            onConfirm={() => {
              setEndRequest(null)
              void end(endRequest.uploads)
            }}
          />
        )}
      </KeepWhileClosing>
    </LowerSection>
  )
}

/** Ends uploads, reports the outcome and reloads the lists; `ending` is the progress. */
function useEndUploads(folderId: number, uploads: readonly UnfinishedUpload[] | undefined) {
  const dispatch = useAppDispatch()
  const [ending, setEnding] = useState<{ ids: ReadonlySet<string>; done: number } | null>(null)

  async function endAll(toEnd: readonly UnfinishedUpload[]) {
    const ids = new Set(toEnd.map(({ id }) => id))
    const focusAfterwards = prepareHeadingFocus()
    setEnding({ ids, done: 0 })
    const outcome = await endUploads(
      [...ids],
      (id) => callApi('endUnfinishedUpload', { params: { id: folderId, upload_id: id } }),
      (done) => setEnding({ ids, done }),
    )
    if (!outcome.failure || !isSessionEnd(outcome.failure)) {
      const { severity, text } = endUploadsMessage(outcome)
      notify(severity, text)
    }
    dispatch(
      api.util.invalidateTags([
        { type: 'Files', id: folderId },
        ...(outcome.finished > 0 ? (['Folder'] as const) : []),
      ]),
    )
    setEnding(null)
    // The pressed button is gone with its upload, and the section with the last one.
    focusAfterwards(outcome.left === 0 && toEnd.length === uploads?.length ? undefined : `#${titleId}`)
  }
  return { ending, end: endAll }
}

interface EndRequest {
  uploads: readonly UnfinishedUpload[]
  /** Texts on what is lost, as of the click. */
  consequences: readonly string[]
}

interface EndUploadsDialogProps extends EndRequest {
  open: boolean
  onCancel: () => void
  onConfirm: () => void
}

function EndUploadsDialog({ uploads, consequences, ...dialog }: EndUploadsDialogProps) {
  const isOne = uploads.length === 1
  return (
    <ConfirmDialog
      title={t(isOne ? 'files.endTitle' : 'files.endAllTitle')}
      confirmLabel={isOne ? t('files.endTitle') : t('files.endAllConfirm', { count: uploads.length })}
      destructive
      {...dialog}
    >
      <p>{isOne ? t('files.endQuestion') : t('files.endAllQuestion', { count: uploads.length })}</p>
      {consequences.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </ConfirmDialog>
  )
}

function Total({ uploads }: { uploads: readonly UnfinishedUpload[] }) {
  const isWhole = uploads.length < maxUnfinishedListed
  return (
    <Explanation>
      {uploads.length === 1
        ? t('files.unfinishedOne')
        : rich(isWhole ? 'files.unfinishedSum' : 'files.unfinishedSumLatest', {
            count: uploads.length,
            arrived: () => <ByteSize bytes={sumOfBytes(uploads, 'arrived_bytes')} />,
            announced: () => <ByteSize bytes={sumOfBytes(uploads, 'announced_bytes')} />,
          })}
    </Explanation>
  )
}

interface UploadListProps {
  uploads: readonly UnfinishedUpload[]
  /** Ids of the uploads that are being ended; meanwhile no others can be. */
  ending: ReadonlySet<string> | null
  onEnd: (upload: UnfinishedUpload) => void
}

function UploadList({ uploads, ending, onEnd }: UploadListProps) {
  const items = (listedUploads: readonly UnfinishedUpload[]) =>
    listedUploads.map((upload) => (
      <UnfinishedUploadItem
        key={upload.id}
        upload={upload}
        busy={ending !== null}
        onEnd={() => onEnd(upload)}
      />
    ))
  const foldedUploads = uploads.slice(initiallyShown)
  return (
    <FlushPanel>
      <RuledList>{items(uploads.slice(0, initiallyShown))}</RuledList>
      {foldedUploads.length > 0 && (
        <Rest>
          <summary>{t('ui.more', { count: foldedUploads.length })}</summary>
          <div tabIndex={0} role="group" aria-label={t('files.moreUnfinishedLabel')}>
            <RuledList>{items(foldedUploads)}</RuledList>
          </div>
        </Rest>
      )}
    </FlushPanel>
  )
}

const Head = styled('div')(({ theme: { spacing } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: spacing(1, 2),
  marginBottom: spacing(1.5),
  '& > div': { minWidth: 0 },
}))

const Rest = styled('details')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  borderTop: `1px solid ${vars.palette.divider}`,
  '& > summary': {
    ...typography.small,
    padding: spacing(1.25, 1.5),
    [breakpoints.up('sm')]: { paddingInline: spacing(2) },
    cursor: 'pointer',
    color: vars.palette.text.secondary,
  },
  '& > div': { maxHeight: 420, overflow: 'auto', borderTop: `1px solid ${vars.palette.divider}` },
  '& > :focus-visible': { ...focusRing, outlineOffset: -2 },
}))
