import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState } from 'react'
import { shownText } from '../../../../contract/shownText.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { startAppListening } from '../../../store/store.ts'
import { t } from '../../../../i18n/t.ts'
import { FileName } from '../../../ui/values/FileName.tsx'
import { formatDateTime } from '../../../../i18n/format.ts'
import { SpaceBetween, Muted } from '../../../ui/theme/layout.ts'
import { CheckboxOption } from '../../../ui/fields/CheckboxOption.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { forgetSentFiles, installSentHistoryListeners } from './sentHistoryListeners.ts'
import { openSentHistory, type SentRow } from '../sentHistory.ts'
import { selectSentHistory } from './sentHistorySlice.ts'
import { sentHistoryToggled } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

// Loaded with the checkbox: nothing is remembered before it is ticked.
installSentHistoryListeners(startAppListening)

/** Maximum number of rows that are listed; 'remove all' covers the rest. */
const maxListed = 200

/** The checkbox, and the files that were remembered; see [Note: What was sent from here]. */
export function SentHistorySection() {
  const dispatch = useAppDispatch()
  const { isOn } = useAppSelector(selectSentHistory)
  const rows = useSentRows()
  return (
    <Container>
      <CheckboxOption
        label={t('upload.rememberSent')}
        checked={isOn}
        hint={t('upload.rememberSentText')}
        onChange={(checked) => dispatch(sentHistoryToggled(checked))}
      />
      {rows.length > 0 && <SentList rows={rows} onForget={(some) => void dispatch(forgetSentFiles(some))} />}
    </Container>
  )
}

/** Returns the remembered files of this link; empty if the browser has no storage. */
function useSentRows(): readonly SentRow[] {
  const { linkToken } = useAppSelector(selectUpload)
  const { version } = useAppSelector(selectSentHistory)
  const [rows, setRows] = useState<readonly SentRow[]>([])
  useEffect(() => {
    let isHere = true
    openSentHistory()
      .then(async (remembered) => (await remembered?.rowsOfLink(linkToken)) ?? [])
      .then((found) => isHere && setRows(found))
      .catch(() => undefined)
    return () => void (isHere = false)
  }, [linkToken, version])
  return rows
}

interface SentListProps {
  rows: readonly SentRow[]
  onForget: (rows: readonly SentRow[]) => void
}

function SentList({ rows, onForget }: SentListProps) {
  const titleId = useId()
  const listed = rows.slice(0, maxListed)
  return (
    <section aria-labelledby={titleId}>
      <SpaceBetween sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
        <Typography variant="h3" component="h2" id={titleId} tabIndex={-1}>
          {t('upload.sentHere')}
        </Typography>
        <Button variant="text" size="small" color="inherit" onClick={() => onForget(rows)}>
          {t('upload.removeAllSent')}
        </Button>
      </SpaceBetween>
      <Explanation>{t('upload.sentHereText')}</Explanation>
      <ul>
        {listed.map((row) => (
          <li key={row.key}>
            <span className="name">
              <FileName name={row.name} />
            </span>
            <Muted>{formatDateTime(new Date(row.at).toISOString())}</Muted>
            <IconButton
              size="small"
              aria-label={t('upload.removeSent', { name: shownText(row.name) })}
              onClick={() => {
                document.getElementById(titleId)?.focus({ preventScroll: true })
                onForget([row])
              }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length > listed.length && <Muted>{t('ui.more', { count: rows.length - listed.length })}</Muted>}
    </section>
  )
}

const Container = styled('div')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(2),
  '& ul': { margin: spacing(1, 0, 0), padding: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto' },
  '& li': {
    ...typography.body2,
    display: 'flex',
    alignItems: 'center',
    gap: spacing(1.5),
    minHeight: 36,
    borderTop: `1px solid ${vars.palette.divider}`,
  },
  '& .name': { flex: 1, minWidth: 0 },
  '& li > span + span': { flex: 'none' },
  [breakpoints.down('sm')]: {
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      rowGap: 0,
      paddingBlock: spacing(0.5),
    },
    '& li > button': { gridColumn: 2, gridRow: '1 / 3' },
  },
}))
