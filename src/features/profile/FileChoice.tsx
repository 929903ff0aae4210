import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { FileName } from '../../ui/FileName.tsx'
import { FieldLabel, Muted } from '../../ui/layout.ts'

interface FileChoiceProps {
  name: string
  label: string
  /** Text of the button. */
  choose: string
  /** The `accept` attribute. */
  accept: string
  file: File | null
  /** Shown while no file is chosen. */
  none: string
  hint: string
  error: string | undefined
  disabled: boolean
  button?: RefObject<HTMLButtonElement | null>
  onChoose: (file: File | null) => void
  /** Further buttons, which get the id of the label. */
  more?: (labelId: string) => ReactNode
}

/** A button that opens the file picker, since the browser's own control cannot be translated. */
export function FileChoice(props: FileChoiceProps) {
  const { name, label, choose, accept, file, none, hint, error, disabled, button, onChoose, more } = props
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const hintId = useId()
  return (
    <div>
      <FieldLabel id={labelId}>{label}</FieldLabel>
      <Chosen>
        <Button
          ref={button}
          name={name}
          variant="outlined"
          disabled={disabled}
          aria-describedby={`${labelId} ${hintId}`}
          onClick={() => input.current?.click()}
        >
          {choose}
        </Button>
        {file ? (
          <span>
            <FileName name={file.name} whole />
          </span>
        ) : (
          <Muted>{none}</Muted>
        )}
        {more?.(labelId)}
      </Chosen>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          onChoose(target.files?.item(0) ?? null)
          // Allow the same file to be chosen again after a change.
          target.value = ''
        }}
      />
      <FormHelperText
        id={hintId}
        error={error !== undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? hint}
      </FormHelperText>
    </div>
  )
}

const Chosen = styled('div')(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1, 1.5),
  '& > button': { flex: 'none' },
  '& > span': { minWidth: 0 },
}))
