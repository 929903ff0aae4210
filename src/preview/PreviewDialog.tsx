import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import CloseIcon from '@mui/icons-material/Close'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import {
  type KeyboardEvent,
  type ReactNode,
  type TouchEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { shownText } from '../../contract/shownText.ts'
import { type ContentType, contentTypeOf, maxTextBytes } from '../../core/preview/contentType.ts'
import { maxPreviewBytes, previewRefusal } from '../../core/preview/mayPreview.ts'
import { shownBytes } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { forgetSavings } from '../saving/runSaving.ts'
import { selectSaving } from '../saving/savingSlice.ts'
import { progressText, savingPercent, shortBlockerText } from '../saving/savingTexts.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { FileName } from '../ui/values/FileName.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { TextPreview } from './TextPreview.tsx'

export interface PreviewedFile {
  id: number
  name: string
  size: number
}

export interface PreviewDialogProps {
  open: boolean
  file: PreviewedFile
  /** Its place, from 1, of how many. */
  number: number
  files: number
  onMove: (by: 1 | -1) => void
  /** Fetches and verifies the content, as the saving 'preview'. @returns a text of why there is none; null if there is, or it was ended */
  load: (onContent: (content: Blob) => void, signal: AbortSignal) => Promise<(() => string) | null>
  onDownload: () => void
  /** Further actions, as buttons. */
  actions: ReactNode
  onClose: () => void
}

/** Shows files one after another, each once all of it is verified ([Note: What is looked at]). */
export function PreviewDialog(props: PreviewDialogProps) {
  const { open, file, number, files, onMove, load, onDownload, actions, onClose } = props
  const move = (by: 1 | -1) => {
    if (number + by >= 1 && number + by <= files) onMove(by)
  }
  const swipe = useSwipe(move)
  const onKeyDown = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey || shiftKey) return
    if (key === 'ArrowLeft') move(-1)
    else if (key === 'ArrowRight') move(1)
  }
  const name = shownText(file.name)
  return (
    <FullDialog fullScreen open={open} onClose={onClose} onKeyDown={onKeyDown} aria-labelledby="preview-name">
      <Head>
        <DialogTitle id="preview-name" title={name} aria-live="polite">
          <FileName name={file.name} />
        </DialogTitle>
        <span className="place" aria-live="polite">
          {t('preview.place', { number, files, size: shownBytes(file.size) })}
        </span>
        <span className="actions">
          <IconButton
            autoFocus
            title={t('preview.save')}
            aria-label={t('preview.download', { name })}
            onClick={onDownload}
          >
            <DownloadIcon />
          </IconButton>
          {actions}
          <IconButton title={t('ui.close')} aria-label={t('ui.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </span>
      </Head>
      <Stage {...swipe}>
        <MoveButton side="left" label={t('preview.previous')} isLast={number === 1} onClick={() => move(-1)}>
          <ChevronLeftIcon />
        </MoveButton>
        <Content key={file.id} {...{ file, load, onDownload, onClose }} />
        <MoveButton side="right" label={t('preview.next')} isLast={number === files} onClick={() => move(1)}>
          <ChevronRightIcon />
        </MoveButton>
      </Stage>
    </FullDialog>
  )
}

type Shown =
  | { step: 'loading' }
  | { step: 'content'; content: Blob; type: ContentType }
  | { step: 'nothing'; why: NothingToSee | (() => string) }

type NothingToSee = 'too-large' | 'no-kind' | 'not-decoded' | 'too-many-pixels'

type ContentProps = Pick<PreviewDialogProps, 'file' | 'load' | 'onDownload' | 'onClose'>

function Content({ file, load, onDownload, onClose }: ContentProps) {
  const dispatch = useAppDispatch()
  const [shown, setShown] = useState<Shown>(() => {
    const refusal = previewRefusal(file.name, file.size)
    return refusal === null ? { step: 'loading' } : { step: 'nothing', why: refusal }
  })
  const mustLoad = useRef(shown.step === 'loading')
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    let content: Blob | undefined
    const why = await load((verified) => (content = verified), signal)
    const next = content ? await shownContent(content) : why && { step: 'nothing' as const, why }
    if (!signal.aborted && next) setShown(next)
  })
  useEffect(() => {
    if (!mustLoad.current) return undefined
    const controller = new AbortController()
    void begin(controller.signal)
    return () => {
      controller.abort()
      dispatch(forgetSavings((_, id) => id === 'preview'))
    }
  }, [dispatch])
  const name = shownText(file.name)
  const fail = (why: NothingToSee) => setShown({ step: 'nothing', why })
  switch (shown.step) {
    case 'loading':
      return <Loading />
    case 'nothing':
      return (
        <Nothing role="status">
          <p>
            {typeof shown.why === 'function'
              ? shown.why()
              : t(`preview.${shown.why}`, { size: shownBytes(maxPreviewBytes) })}
          </p>
          <Button variant="contained" onClick={onDownload}>
            {t('preview.save')}
          </Button>
        </Nothing>
      )
    case 'content': {
      const { content, type } = shown
      const { kind, mime, text } = type
      if (kind === 'image' || kind === 'audio' || kind === 'video')
        return (
          <PreviewFrame
            title={t('preview.of', { name })}
            {...{ content, kind, mime }}
            onAnswer={(answer) => {
              if (answer.type === 'escape') onClose()
              else if (answer.type === 'silent') fail('not-decoded')
              else if (answer.type === 'not-decoded' || answer.type === 'too-many-pixels') fail(answer.type)
            }}
          />
        )
      return (
        <>
          {content.size > maxTextBytes && (
            <p className="note">{t('preview.firstBytes', { size: shownBytes(maxTextBytes) })}</p>
          )}
          <TextPreview text={text ?? ''} label={t('preview.of', { name })} />
        </>
      )
    }
  }
}

async function shownContent(content: Blob): Promise<Shown> {
  const first = new Uint8Array(await content.slice(0, maxTextBytes).arrayBuffer())
  const type = contentTypeOf(first)
  if (type.kind === 'other' || type.kind === 'pdf') return { step: 'nothing', why: 'no-kind' }
  return { step: 'content', content, type }
}

function Loading() {
  const saving = useAppSelector((state) => selectSaving(state, 'preview'))
  const percent = saving && savingPercent(saving)
  return (
    <Nothing>
      <LinearProgress
        aria-label={t('saving.progress')}
        {...(percent === null ? {} : { variant: 'determinate', value: percent })}
      />
      <p role="status">
        {saving?.blocker
          ? shortBlockerText(saving.blocker)
          : saving?.progress && progressText(saving.progress)}
      </p>
    </Nothing>
  )
}

const MoveButton = ({
  side,
  label,
  isLast,
  onClick,
  children,
}: {
  side: 'left' | 'right'
  label: string
  isLast: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <IconButton
    className={`move ${side}`}
    title={label}
    aria-label={label}
    aria-disabled={isLast}
    onClick={onClick}
  >
    {children}
  </IconButton>
)

/** A finger that goes this far sideways, in CSS pixels, moves to another file. */
const swipeLength = 60

function useSwipe(move: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      // In an enlarged page a finger moves what is seen.
      if (!start.current || !finger || (visualViewport?.scale ?? 1) > 1) return
      const [x, y] = [finger.clientX - start.current.x, finger.clientY - start.current.y]
      if (Math.abs(x) > swipeLength && Math.abs(x) > 2 * Math.abs(y)) move(x < 0 ? 1 : -1)
    },
  }
}

const FullDialog = styled(Dialog)(({ theme: { breakpoints } }) => ({
  [breakpoints.down('sm')]: {
    '& .MuiDialog-paper': {
      margin: 0,
      width: '100%',
      height: '100%',
      maxHeight: 'none',
      border: 0,
      borderRadius: 0,
    },
  },
}))

const Head = styled('div')(({ theme: { spacing, vars, breakpoints, typography } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: spacing(2),
  padding: spacing(0.5, 1, 0.5, 2),
  borderBottom: `1px solid ${vars.palette.divider}`,
  '& .MuiDialogTitle-root': {
    flex: '0 1 auto',
    minWidth: 0,
    padding: 0,
    ...typography.body1,
    fontWeight: 560,
  },
  '& .place': { color: vars.palette.text.secondary, fontSize: typography.small.fontSize, flex: '1 0 auto' },
  '& .actions': { display: 'flex', marginLeft: 'auto' },
  [breakpoints.down('sm')]: {
    '& .MuiDialogTitle-root': { flex: '1 0 100%', paddingBlock: spacing(0.5) },
  },
}))

const Stage = styled('div')(({ theme: { spacing, vars, breakpoints } }) => ({
  flex: 1,
  minHeight: 0,
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  backgroundColor: vars.palette.background.default,
  // For the buttons beside what is shown; on phones below it.
  paddingInline: spacing(7),
  '& .move': {
    position: 'absolute',
    top: '50%',
    transform: 'translateY(-50%)',
    '&[aria-disabled="true"]': { visibility: 'hidden' },
  },
  '& .left': { left: spacing(1) },
  '& .right': { right: spacing(1) },
  '& .note': { margin: 0, padding: spacing(1, 2), color: vars.palette.text.secondary },
  [breakpoints.down('sm')]: {
    paddingInline: 0,
    '&:has(.move:not([aria-disabled="true"]))': { paddingBottom: spacing(6) },
    '& .move': { top: 'auto', bottom: spacing(0.5), transform: 'none' },
  },
}))

const Nothing = styled('div')(({ theme: { spacing } }) => ({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: spacing(2),
  padding: spacing(2),
  textAlign: 'center',
  '& p': { margin: 0, maxWidth: '30rem', overflowWrap: 'anywhere' },
  '& .MuiLinearProgress-root': { width: 'min(20rem, 100%)' },
}))
