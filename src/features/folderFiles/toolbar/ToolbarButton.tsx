import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import type { ReactNode, Ref } from 'react'

interface ToolbarButtonProps {
  ref?: Ref<HTMLButtonElement>
  icon: ReactNode
  label: string
  /** A word for the label, shown below the icon on narrow screens. */
  short: string
  /** State of a toggle; absent for other buttons. */
  pressed?: boolean
  /** Label while it is pressed; the button is as wide as the longer one. */
  pressedLabel?: string
  /** Breakpoint from which the label is shown; between 'md' and it, the short word is. */
  labelFrom?: 'md' | 'lg' | 'xl'
  isPrimary?: boolean
  isDestructive?: boolean
  disabled?: boolean
  onClick: () => void
}

/** A button of the toolbar: label on wide screens, icon and a word below it on others. Its size depends on no state. */
export function ToolbarButton({ ref, ...props }: ToolbarButtonProps) {
  const { icon, label, short, pressed, pressedLabel = label } = props
  const shownLabel = pressed === true ? pressedLabel : label
  const other = pressed === true ? label : pressedLabel
  // What is read on the screen is part of the name.
  const name = shownLabel.toLowerCase().includes(short.toLowerCase()) ? shownLabel : `${short}: ${shownLabel}`
  return (
    <Tool
      ref={ref ?? null}
      title={shownLabel}
      aria-label={name}
      // A label that changes with the state says it already.
      {...(pressed !== undefined && pressedLabel === label && { 'aria-pressed': pressed })}
      {...(pressed !== undefined && { 'data-pressed': pressed })}
      data-label-from={props.labelFrom ?? 'md'}
      data-primary={props.isPrimary ?? false}
      data-destructive={props.isDestructive ?? false}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      {icon}
      <span className="short">{short}</span>
      <span className="long">
        <span>{shownLabel}</span>
        {other !== shownLabel && <span data-text={other} />}
      </span>
    </Tool>
  )
}

const Tool = styled(ButtonBase)(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.button,
  fontSize: typography.subtitle2.fontSize,
  flex: 'none',
  height: 32,
  paddingInline: spacing(1.25),
  borderRadius: vars.shape.borderRadius,
  border: '1px solid transparent',
  color: vars.palette.text.primary,
  whiteSpace: 'nowrap',
  '& > svg': { width: 20, height: 20 },
  // Both labels overlap, and only one is drawn, so that neighbours do not move.
  '& > .long': { display: 'inline-grid' },
  '& > .long > *': { gridArea: '1 / 1' },
  '& [data-text]::before': { content: 'attr(data-text)', visibility: 'hidden' },
  '&:hover': { backgroundColor: vars.palette.action.hover },
  '&[data-pressed]': { borderColor: vars.palette.divider },
  '&[data-destructive="true"]': { color: vars.palette.error.main },
  '&[data-pressed="true"]': {
    borderColor: vars.palette.primary.main,
    backgroundColor: vars.palette.action.selected,
  },
  '&.Mui-disabled': { color: vars.palette.text.disabled },
  [breakpoints.up('md')]: {
    '& > svg': { display: 'none' },
    '&[data-label-from="md"] > .short': { display: 'none' },
    '&[data-primary="true"]': { borderColor: vars.palette.divider },
  },
  [breakpoints.between('md', 'lg')]: { '&[data-label-from="lg"] > .long': { display: 'none' } },
  [breakpoints.between('md', 'xl')]: { '&[data-label-from="xl"] > .long': { display: 'none' } },
  [breakpoints.up('lg')]: { '&[data-label-from="lg"] > .short': { display: 'none' } },
  [breakpoints.up('xl')]: { '&[data-label-from="xl"] > .short': { display: 'none' } },
  [breakpoints.down('md')]: {
    minWidth: 44,
    height: 48,
    paddingInline: spacing(0.5),
    flexDirection: 'column',
    gap: 2,
    '& > .long': { display: 'none' },
    '& > .short': { fontSize: '0.6875rem', lineHeight: 1.2, maxWidth: '100%' },
    '&[data-pressed="false"]': { borderColor: 'transparent' },
    '&[data-pressed="true"]': { color: vars.palette.primary.main },
  },
}))
