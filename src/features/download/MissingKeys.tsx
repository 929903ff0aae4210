import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useFocusHandover } from '../../ui/hooks/useFocusHandover.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { pasteKeys } from './openLink.ts'

/** Asks for the complete link if its keys are missing or cut off. */
export function MissingKeys() {
  const dispatch = useAppDispatch()
  const failure = useAppSelector((state) => selectDownloadPage(state).failure)
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useFocusHandover(form)

  function open(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() !== '') void dispatch(pasteKeys(text))
  }

  return (
    <Stack spacing={2}>
      {failure && <ErrorBanner message={faultText(failure)} />}
      <Panel>
        <Form ref={form} onSubmit={open}>
          <Typography variant="h2">{t('download.wholeLink')}</Typography>
          <Explanation>{t('download.wholeLinkText')}</Explanation>
          <TextField
            label={t('download.wholeLinkLabel')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            multiline
            minRows={2}
            maxRows={6}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
          />
          <Button type="submit" variant="contained" disabled={text.trim() === ''}>
            {t('download.openFiles')}
          </Button>
        </Form>
      </Panel>
    </Stack>
  )
}

const Form = styled('form')(({ theme: { spacing } }) => ({
  '& > p': { margin: spacing(0.75, 0, 2.5) },
  '& > button': { marginTop: spacing(2) },
}))
