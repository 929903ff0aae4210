import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { t } from '../../../../i18n/t.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { formatLimit, shownBytes, nonBreaking } from '../../../../i18n/format.ts'
import { Buttons } from '../../../ui/theme/layout.ts'
import { SealMark } from '../../../ui/page/SealMark.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { isTouch } from '../../../platform/isTouch.ts'
import { canChooseFolders, type FileIntake } from './useFileIntake.ts'
import { type ResumableUpload, selectUpload } from '../uploadSlice.ts'

interface DropAreaProps {
  intake: FileIntake
  /** True to draw it small, next to other content. */
  compact: boolean
  prompt: string
  /** Another button beside its own. */
  children?: ReactNode
}

/** A drop area, clickable as a whole for the mouse; on touch, where nothing is dropped, only its buttons. */
export function DropArea({ intake, compact, prompt, children }: DropAreaProps) {
  const { remainingCapacity, maxFileBytes } = useAppSelector(selectUpload)
  const { reading, isDragActive, chooseFiles, chooseFolder } = intake
  const busy = reading !== null
  const touch = isTouch()
  const size = compact ? 'small' : 'large'
  const text = busy ? t('upload.reading', { count: reading }) : isDragActive ? t('upload.letGo') : prompt
  return (
    <Container data-testid="drop-area">
      {!touch && (
        <AreaButton
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
            {touch && compact ? prompt : t(touch ? 'upload.touchChoose' : 'upload.chooseFiles')}
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
          {children}
        </Buttons>
      </Overlay>
    </Container>
  )
}

/** Returns the text that invites the visitor to give files. */
export function promptText(
  { interrupted }: { interrupted: Pick<ResumableUpload, 'canFindFiles'> | null },
  { finished, isEmpty }: { finished: boolean; isEmpty: boolean },
  touch = isTouch(),
): string {
  if (interrupted?.canFindFiles) return t('upload.orSomethingElse')
  if (interrupted) return t(touch ? 'upload.touchSame' : 'upload.dropSameHere')
  if (finished) return t('upload.sendMore')
  if (isEmpty) return t('upload.dropHere')
  return t(touch ? 'upload.touchMore' : 'upload.addMore')
}

const sizeText = (remainingCapacity: number | null, maxFileBytes: number): string =>
  remainingCapacity !== null && remainingCapacity < maxFileBytes
    ? t('upload.altogether', { size: shownBytes(remainingCapacity) })
    : t('upload.aFile', { size: nonBreaking(formatLimit(maxFileBytes)) })

const Container = styled('div')({ position: 'relative' })

const AreaButton = styled(ButtonBase)(({ theme: { vars } }) => {
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

/** Passes pointer events to the large button below it, except those of its buttons. */
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
