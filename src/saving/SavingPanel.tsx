import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { FileName } from '../ui/values/FileName.tsx'
import { Buttons } from '../ui/theme/layout.ts'
import { StatusText } from '../ui/messages/StatusText.tsx'
import { useFocusHandover } from '../ui/hooks/useFocusHandover.ts'
import { cancelSaving, resumeSaving } from './runSaving.ts'
import { type EndedSaving, type Saving, savingClosed, type SavingId, selectSaving } from './savingSlice.ts'
import { type EndText, runningText, blockerText, savingPercent } from './savingTexts.ts'

interface SavingPanelProps {
  id: SavingId
  /** The text of the outcome, for this screen. */
  endText: (ended: EndedSaving) => EndText
  /** True if the outcome names what was saved. */
  isNamed?: boolean
  /** Id of the heading that gets the focus when this panel disappears or changes. */
  heading?: string
}

export function SavingPanel({ id, endText, isNamed = false, heading }: SavingPanelProps) {
  const saving = useAppSelector((state) => selectSaving(state, id))
  if (saving === null) return null
  const { end } = saving
  return (
    <FocusHandover key={end === null ? 'running' : 'ended'} heading={heading}>
      {end === null ? (
        <Running id={id} saving={saving} />
      ) : (
        <Ended id={id} name={isNamed ? saving.title : null} text={endText(end)} renamed={end.renamed} />
      )}
    </FocusHandover>
  )
}

function FocusHandover({ heading, children }: { heading: string | undefined; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusHandover(box, heading)
  return <div ref={box}>{children}</div>
}

function Running({ id, saving }: { id: SavingId; saving: Saving }) {
  const dispatch = useAppDispatch()
  const { kind, title, blocker } = saving
  const percent = savingPercent(saving)
  return (
    <Sheet role="group" aria-label={t('saving.inProgress')}>
      <div className="head">
        <div className="texts">
          <div className="title">
            <FileName name={kind === 'folder' ? t('saving.toFolder') : title} />
          </div>
          <div className="figures">{runningText(saving)}</div>
        </div>
        <Buttons>
          {blocker === 'user-activation' && (
            <Button size="small" variant="contained" onClick={() => dispatch(resumeSaving(id))}>
              {t('saving.readyToShare')}
            </Button>
          )}
          <Button size="small" onClick={() => dispatch(cancelSaving(id))}>
            {t('ui.cancel')}
          </Button>
        </Buttons>
      </div>
      <div className="waiting" role="status">
        {blocker !== null && (
          <StatusText tone={blocker === 'user-activation' ? 'neutral' : 'attention'}>
            {blockerText(blocker)}
          </StatusText>
        )}
      </div>
      <LinearProgress
        aria-label={t('saving.progress')}
        color={blocker === null ? 'primary' : 'warning'}
        variant={percent === null && blocker === null ? 'indeterminate' : 'determinate'}
        value={percent ?? 0}
      />
    </Sheet>
  )
}

const Sheet = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  padding: theme.spacing(1.5, 2),
  ...theme.typography.body2,
  '& .head': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
  '& .texts': { minWidth: 0 },
  '& .title': { display: 'flex', fontWeight: theme.typography.subtitle2.fontWeight },
  '& .figures': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& .waiting:not(:empty)': { marginTop: theme.spacing(0.5) },
  '& .MuiLinearProgress-root': { marginTop: theme.spacing(1), height: 4, borderRadius: 2 },
}))

interface EndedProps extends Pick<EndedSaving, 'renamed'> {
  id: SavingId
  name: string | null
  text: EndText
}

function Ended({ id, name, text, renamed }: EndedProps) {
  const dispatch = useAppDispatch()
  return (
    <Banner
      severity={text.severity}
      action={
        <Button variant="text" size="small" color="inherit" onClick={() => dispatch(savingClosed(id))}>
          {t('ui.close')}
        </Button>
      }
    >
      {name !== null && (
        <>
          <Name>
            <FileName name={name} whole />
          </Name>{' '}
        </>
      )}
      {text.text}
      {text.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {text.failures.length > 1 && <FailureList failures={text.failures} />}
      {renamed.files > 0 && <RenamedList renamed={renamed} />}
    </Banner>
  )
}

const Name = styled('strong')(({ theme }) => ({ [theme.breakpoints.down('sm')]: { display: 'block' } }))

const Note = styled('div')(({ theme }) => ({
  color: theme.vars.palette.text.primary,
  marginTop: theme.spacing(0.25),
}))

const maxFailuresListed = 500

/** Lists every failed file; the notes above name the first few. */
function FailureList({ failures }: Pick<EndText, 'failures'>) {
  const unlistedCount = failures.length - maxFailuresListed
  return (
    <Details>
      <summary>{t('saving.showLeftOut', { count: failures.length })}</summary>
      <ul tabIndex={0} aria-label={t('saving.filesLeftOut')}>
        {failures.slice(0, maxFailuresListed).map(({ name, text }, index) => (
          <li key={index}>
            <FileName name={name} whole />
            {`: ${text}`}
          </li>
        ))}
        {unlistedCount > 0 && <li>{t('ui.more', { count: unlistedCount })}</li>}
      </ul>
    </Details>
  )
}

/** Lists files saved under other names: too long, or with characters that systems refuse. */
function RenamedList({ renamed: { files, first } }: Pick<EndedSaving, 'renamed'>) {
  const unlistedCount = files - first.length
  return (
    <Details>
      <summary>{t('saving.renamed', { count: files })}</summary>
      <ul tabIndex={0} aria-label={t('saving.renamedFiles')}>
        {first.map(({ from, to }) => (
          <li key={to}>
            <FileName name={from} whole />
            {' → '}
            <FileName name={to} whole />
          </li>
        ))}
        {unlistedCount > 0 && <li>{t('ui.more', { count: unlistedCount })}</li>}
      </ul>
    </Details>
  )
}

const Details = styled('details')(({ theme }) => ({
  color: theme.vars.palette.text.primary,
  marginTop: theme.spacing(0.5),
  '& > summary': { cursor: 'pointer', fontWeight: theme.typography.subtitle2.fontWeight },
  '& > ul': {
    margin: theme.spacing(0.5, 0, 0),
    paddingLeft: theme.spacing(2.5),
    maxHeight: 160,
    overflow: 'auto',
  },
}))
