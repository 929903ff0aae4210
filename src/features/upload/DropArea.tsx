import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { t } from '../../../i18n/t.ts'
import { formatLimit, shownBytes, nonBreaking } from '../../../i18n/format.ts'
import { Buttons } from '../../ui/layout.ts'
import { SealMark } from '../../ui/SealMark.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { isTouch } from '../../platform/isTouch.ts'
import { canChooseFolders, type FileIntake } from './useFileIntake.ts'

interface DropAreaProps {
  intake: FileIntake
  /** True to draw it small, next to other content. */
  compact: boolean
  /** Sealed bytes that the link still takes; null if unlimited. */
  remainingCapacity: number | null
  /** Largest size of one file, in bytes. */
  maxFileBytes: number
  /** Text that invites the visitor to give files. */
  invitation: string
}

/** Where visitors give files: a drop area that is clickable as a whole; on touch, where nothing is dropped, its buttons. */
export function DropArea({ intake, compact, remainingCapacity, maxFileBytes, invitation }: DropAreaProps) {
  const { reading, isDragActive, chooseFiles, chooseFolder } = intake
  const busy = reading !== null
  const touch = isTouch()
  const size = compact ? 'small' : 'large'
  const text = busy ? t('upload.reading', { count: reading }) : isDragActive ? t('upload.letGo') : invitation
  return (
    <Place data-testid="drop-area">
      {!touch && (
        // For the mouse alone: the buttons do the same.
        <WholeButton
          aria-hidden
          tabIndex={-1}
          disabled={busy}
          data-over={isDragActive}
          onMouseDown={(event) => event.preventDefault()}
          onClick={chooseFiles}
        />
      )}
      <Overlay data-compact={compact} data-touch={touch}>
        {!compact && !touch && <SealMark state="open" size={52} />}
        <div role="status">
          {/* On touch the button says it. */}
          {(!touch || busy || isDragActive) && (
            <Typography variant={compact ? 'body1' : 'h2'} component="p">
              {text}
            </Typography>
          )}
          {!compact && remainingCapacity !== 0 && (
            <Explanation data-limit={maxFileBytes}>
              {t('upload.upTo', { size: sizeText(remainingCapacity, maxFileBytes) })}
            </Explanation>
          )}
        </div>
        <Buttons>
          <Button
            variant={compact ? 'outlined' : 'contained'}
            size={size}
            disabled={busy}
            data-choose="files"
            onClick={chooseFiles}
          >
            {touch && compact ? invitation : t(touch ? 'upload.touchChoose' : 'upload.chooseFiles')}
          </Button>
          {canChooseFolders() && (
            <Button
              variant={touch ? 'text' : 'outlined'}
              size={size}
              disabled={busy}
              data-choose="folder"
              onClick={chooseFolder}
            >
              {t('upload.chooseFolder')}
            </Button>
          )}
        </Buttons>
      </Overlay>
    </Place>
  )
}

const sizeText = (remainingCapacity: number | null, maxFileBytes: number): string =>
  remainingCapacity !== null && remainingCapacity < maxFileBytes
    ? t('upload.altogether', { size: shownBytes(remainingCapacity) })
    : t('upload.aFile', { size: nonBreaking(formatLimit(maxFileBytes)) })

const Place = styled('div')({ position: 'relative' })

const WholeButton = styled(ButtonBase)(({ theme: { vars } }) => {
  const { primary, text, background } = vars.palette
  return {
    position: 'absolute',
    inset: 0,
    width: '100%',
    borderRadius: 12,
    border: `1.5px dashed ${text.disabled}`,
    backgroundColor: background.paper,
    transition: 'border-color 150ms ease-out, background-color 150ms ease-out',
    '&:hover': { borderColor: primary.main },
    '&[data-over="true"]': {
      borderColor: primary.main,
      backgroundColor: `color-mix(in srgb, ${primary.main} 8%, ${background.paper})`,
    },
  }
})

/** Overlays the large button and passes pointer events through, except to its own two buttons. */
const Overlay = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  position: 'relative',
  pointerEvents: 'none',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  gap: spacing(2.5),
  minHeight: 280,
  padding: spacing(6, 2),
  [breakpoints.up('sm')]: { minHeight: 320, paddingBlock: spacing(8) },
  '& p + p': { marginTop: spacing(0.5) },
  '& > :last-child': { justifyContent: 'center', '& > *': { pointerEvents: 'auto' } },
  '&[data-compact="true"]': {
    gap: spacing(1.5),
    minHeight: 0,
    paddingBlock: spacing(2.5),
    '& p': { fontWeight: 500 },
  },
  '&[data-touch="true"]': {
    gap: spacing(1),
    minHeight: 0,
    padding: spacing(1, 0),
    '& > :last-child': { order: -1, width: '100%', flexDirection: 'column', alignItems: 'stretch' },
  },
  '&[data-touch="true"][data-compact="true"] > :last-child': { order: 0 },
}))
