import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/kinds.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { intoSight } from '../../ui/intoSight.ts'

interface ActDialogProps {
  title: string
  /** What it means, and what is typed for it; a function is told what is wrong with that, and says so at its field. */
  children: ReactNode | ((wrong: string | null) => ReactNode)
  /** Once it is done; else as before. */
  doneTitle?: string
  /** What was typed: when it is another, what was wrong with it is not said any more. */
  about?: unknown
  /** The verb. */
  confirmLabel: string
  busyLabel: string
  destructive?: boolean
  disabled?: boolean
  /** Without a field to type into, 'Cancel' has the focus. */
  hasFields?: boolean
  /** @returns where something typed is wrong: what it is, in a sentence, or what says it. Anything else: it is done. */
  act: () => Promise<unknown>
  /** Closed, done or not. */
  onClose: () => void
  /** What there is to do next, once it is done; without it the dialog closes. */
  done?: ReactNode
}

interface Problem {
  say: () => string
  about: unknown
  /** Said by whoever shows the fields. */
  isOfField: boolean
}

const isSaying = (given: unknown): given is () => string => typeof given === 'function'

/** Asks for one act, carries it out, and says here what came of it. */
export function ConfirmDialog(props: ActDialogProps) {
  const { title, children, confirmLabel, busyLabel, destructive = false, disabled = false, onClose } = props
  const titleId = useId()
  const [step, setStep] = useState<'asking' | 'acting' | 'done'>('asking')
  const [problem, setProblem] = useState<Problem | null>(null)

  async function carryOut() {
    setStep('acting')
    setProblem(null)
    try {
      const wrong = await props.act()
      if (typeof wrong === 'string' || isSaying(wrong)) {
        const say = typeof wrong === 'string' ? () => wrong : wrong
        setProblem({ say, about: props.about, isOfField: typeof children === 'function' })
        setStep('asking')
      } else if (props.done === undefined) onClose()
      else setStep('done')
    } catch (error) {
      setStep('asking')
      if (isSessionEnd(faultOf(error))) onClose()
      else setProblem({ say: () => errorText(error), about: props.about, isOfField: false })
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!disabled && step === 'asking') void carryOut()
  }

  const isActing = step === 'acting'
  const said = problem?.about === props.about ? problem : null
  return (
    <Dialog open onClose={isActing ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{step === 'done' ? (props.doneTitle ?? title) : title}</DialogTitle>
      {step === 'done' ? (
        <>
          <DialogContent>
            <Words>{props.done}</Words>
          </DialogContent>
          <DialogActions>
            <Button variant="contained" autoFocus onClick={onClose}>
              {t('session.finish')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <form noValidate onSubmit={submit}>
          <DialogContent>
            <Words>
              {typeof children === 'function' ? children(said?.isOfField ? said.say() : null) : children}
              {said?.isOfField === false && (
                <div ref={intoSight}>
                  <Banner severity="error">{said.say()}</Banner>
                </div>
              )}
            </Words>
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" autoFocus={!props.hasFields} disabled={isActing} onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <BusyButton
              type="submit"
              variant="contained"
              color={destructive ? 'error' : 'primary'}
              busy={isActing}
              disabled={disabled}
            >
              {isActing ? busyLabel : confirmLabel}
            </BusyButton>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

const Words = styled(Stack)(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  gap: spacing(2),
  overflowWrap: 'anywhere',
  // Not of what is below fields.
  '& > p, & ul': { margin: 0 },
  '& ul': { paddingLeft: spacing(2.5) },
}))
