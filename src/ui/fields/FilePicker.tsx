import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import { useId, useRef } from 'react'
import { FileName } from '../values/FileName.tsx'
import { FieldLabel, Muted } from '../theme/layout.ts'

interface FilePickerProps {
  label: string
  /** Name of the button, by which forms focus it. */
  name: string
  accept: string
  chooseLabel: string
  file: File | null
  /** Text in place of the file's name. */
  none: string
  hint: string
  error: string | null
  disabled: boolean
  onChoose: (file: File) => void
  removal?: { label: string; onRemove: () => void } | null
}

/** A button that opens the file picker, since the browser's own control cannot be translated. */
export function FilePicker(props: FilePickerProps) {
  const { label, file, error, disabled, removal } = props
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  const hintId = useId()
  return (
    <div>
      <FieldLabel id={labelId}>{label}</FieldLabel>
      <Chosen>
        <Button
          ref={button}
          name={props.name}
          disabled={disabled}
          aria-describedby={`${labelId} ${hintId}`}
          onClick={() => input.current?.click()}
        >
          {props.chooseLabel}
        </Button>
        <span>{file ? <FileName name={file.name} whole /> : <Muted>{props.none}</Muted>}</span>
        {removal && (
          <Button
            variant="text"
            disabled={disabled}
            aria-describedby={labelId}
            onClick={() => {
              removal.onRemove()
              // This button is removed.
              button.current?.focus()
            }}
          >
            {removal.label}
          </Button>
        )}
      </Chosen>
      <input
        ref={input}
        hidden
        type="file"
        accept={props.accept}
        aria-label={label}
        onChange={({ target }) => {
          const chosen = target.files?.item(0)
          if (chosen) props.onChoose(chosen)
          // Allow the same file to be chosen again after a change.
          target.value = ''
        }}
      />
      <FormHelperText id={hintId} error={error !== null} role={error === null ? undefined : 'alert'}>
        {error ?? props.hint}
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
