import AddIcon from '@mui/icons-material/Add'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { maxFieldLabelLength, maxSenderFields } from '../../../contract/limits.ts'
import { type SenderFieldKind, senderFieldKinds } from '../../../contract/schemas/senderFields.ts'
import { FormCheckbox, FormSelect, FormText } from '../../forms/formFields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { FieldRow } from '../../ui/theme/layout.ts'
import { visuallyHidden } from '../../ui/theme/visuallyHidden.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import type { FolderFields } from './folderFields.ts'
import { newDraft } from './senderFieldDrafts.ts'

const kindKeys = {
  text: 'senders.kindText',
  long_text: 'senders.kindLongText',
  email: 'senders.kindEmail',
  choice: 'senders.kindChoice',
  date: 'senders.kindDate',
} as const satisfies Record<SenderFieldKind, TextKey>

/** List of the questions to senders, which can be added, moved and removed by keyboard as well. */
export function SenderFields({ form }: { form: FormOf<FolderFields> }) {
  const { control } = form
  const { fields, append, remove, move } = useFieldArray({ control, name: 'senderFields' })
  const titleId = useId()
  const [announcement, announce] = useState('')
  const { container, focusAfter } = useFocusAfterChange()
  const isFull = fields.length >= maxSenderFields

  function moveTo(from: number, to: number) {
    move(from, to)
    announce(t('senders.moved', { position: to + 1, count: fields.length }))
    const isAtEnd = to === 0 || to === fields.length - 1
    const way = to < from === isAtEnd ? 'down' : 'up'
    focusAfter(`[data-field="${to}"] [data-way="${way}"]`)
  }

  function removeAt(index: number) {
    remove(index)
    announce(t('senders.removed'))
    const focusIndex = Math.min(index, fields.length - 2)
    focusAfter(focusIndex < 0 ? '[data-add]' : `[data-field="${focusIndex}"] [data-remove]`)
  }

  return (
    <Container ref={container} role="group" aria-labelledby={titleId}>
      <Typography variant="h3" component="h2" id={titleId}>
        {t('senders.ask')}
      </Typography>
      <Explanation>{t('senders.askText')}</Explanation>
      <ol>
        {fields.map(({ id }, index) => (
          <FieldItem key={id} data-field={index} aria-label={t('senders.field', { position: index + 1 })}>
            <FieldInputs form={form} at={index} />
            <div className="actions">
              <IconButton
                size="small"
                data-way="up"
                aria-label={t('senders.moveUp', { position: index + 1 })}
                disabled={index === 0}
                onClick={() => moveTo(index, index - 1)}
              >
                <ArrowUpwardIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                data-way="down"
                aria-label={t('senders.moveDown', { position: index + 1 })}
                disabled={index === fields.length - 1}
                onClick={() => moveTo(index, index + 1)}
              >
                <ArrowDownwardIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                data-remove
                aria-label={t('senders.remove', { position: index + 1 })}
                onClick={() => removeAt(index)}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
            </div>
          </FieldItem>
        ))}
      </ol>
      <div>
        <Button
          size="small"
          data-add
          startIcon={<AddIcon />}
          disabled={isFull}
          onClick={() => {
            append(newDraft, { shouldFocus: false })
            focusAfter(`[data-field="${fields.length}"] input`)
          }}
        >
          {t('senders.add')}
        </Button>
        {isFull && (
          <Typography variant="body2" component="span" color="textSecondary" sx={{ ml: 1.5 }}>
            {t('senders.full', { count: maxSenderFields })}
          </Typography>
        )}
      </div>
      <span role="status" style={visuallyHidden}>
        {announcement}
      </span>
    </Container>
  )
}

function FieldInputs({ form: { control }, at }: { form: FormOf<FolderFields>; at: number }) {
  const kind = useWatch({ control, name: `senderFields.${at}.kind` })
  return (
    <div className="inputs">
      <FieldRow>
        <FormText
          control={control}
          name={`senderFields.${at}.label`}
          label={t('senders.question')}
          required
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: maxFieldLabelLength } }}
        />
        <FormSelect
          control={control}
          name={`senderFields.${at}.kind`}
          label={t('senders.kind')}
          className="kind"
          hint={kind === 'long_text' ? t('senders.tooManyLong') : undefined}
          deps={['senderFields']}
          options={senderFieldKinds.map((kind) => [kind, t(kindKeys[kind])])}
        />
      </FieldRow>
      {kind === 'choice' && (
        <FormText
          control={control}
          name={`senderFields.${at}.options`}
          label={t('senders.options')}
          hint={t('senders.optionsText')}
          required
          multiline
          minRows={2}
          maxRows={8}
        />
      )}
      <FormCheckbox
        control={control}
        name={`senderFields.${at}.required`}
        label={t('senders.required')}
        hint={() => undefined}
      />
    </div>
  )
}

/** Moves the focus after the list has changed, since the focused element may be gone or moved. */
function useFocusAfterChange() {
  const container = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<{ selector: string } | null>(null)
  useLayoutEffect(() => {
    if (wanted) container.current?.querySelector<HTMLElement>(wanted.selector)?.focus()
  }, [wanted])
  return { container, focusAfter: (selector: string) => setWanted({ selector }) }
}

const Container = styled('div')(({ theme: { spacing } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1),
  '& > ol': { margin: spacing(0.5, 0, 1), padding: 0, listStyle: 'none' },
  '& > ol:empty': { display: 'none' },
}))

const FieldItem = styled('li')(({ theme: { vars, spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1),
  paddingBlock: spacing(2),
  borderTop: `1px solid ${vars.palette.divider}`,
  '&:last-of-type': { borderBottom: `1px solid ${vars.palette.divider}` },
  '& > .inputs': { flex: 1, display: 'flex', flexDirection: 'column', gap: spacing(1.5), minWidth: 0 },
  '& .kind': { width: '100%', [breakpoints.up('sm')]: { width: 190, flex: 'none' } },
  '& > .actions': { display: 'flex', justifyContent: 'flex-end', alignItems: 'flex-start' },
  [breakpoints.up('sm')]: {
    flexDirection: 'row',
    // Align with the inputs, below their labels.
    '& > .actions': { paddingTop: 28 },
  },
}))
