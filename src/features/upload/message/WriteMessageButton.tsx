import Button, { type ButtonProps } from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { loadTexts } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { lazyExport } from '../../../ui/lazy/lazyExport.ts'
import { selectUpload } from '../uploadSlice.ts'
import { draftedMessage } from './messageDraft.ts'

const WriteMessageDialog = lazyExport(async () => {
  const [dialog] = await Promise.all([import('./WriteMessageDialog.tsx'), loadTexts('uploadLater')])
  return dialog
}, 'WriteMessageDialog')

/** Opens the dialog that writes a message; none where the folder asks for a text of its own. */
export function WriteMessageButton({ size }: Pick<ButtonProps, 'size'>) {
  const dispatch = useAppDispatch()
  const { senderFields } = useAppSelector(selectUpload)
  const [drafted, setDrafted] = useState<string | null>(null)
  /** What was typed and not added. */
  const [typed, setTyped] = useState<string | null>(null)
  if (senderFields.some(({ kind }) => kind === 'long_text')) return null
  return (
    <>
      <Button
        variant="text"
        size={size}
        data-choose="message"
        onClick={() => void dispatch(draftedMessage()).then((text) => setDrafted(typed ?? text))}
      >
        {t('upload.writeMessage')}
      </Button>
      {drafted !== null && (
        <Suspense>
          <WriteMessageDialog
            drafted={drafted}
            onAdded={() => {
              setTyped(null)
              setDrafted(null)
            }}
            onCancel={(text) => {
              setTyped(text)
              setDrafted(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
