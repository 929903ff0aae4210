import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { Banner } from '../../ui/messages/Banner.tsx'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import { Page } from '../../ui/page/Page.tsx'

type State = 'asking' | 'busy' | 'done' | { error: unknown }

/** Switches off reminders by the token of a mail once its reader has pressed the button. */
export function SwitchOffRemindersPage({ token }: { token: string }) {
  const [state, setState] = useState<State>('asking')
  // The button that was pressed is gone.
  useHeadingFocusOnChange(state === 'done')

  async function switchOff() {
    setState('busy')
    try {
      await callApi('switchOffReminders', { params: { token } })
      setState('done')
    } catch (error) {
      setState({ error })
    }
  }

  return (
    <Page title={t('reminders.title')} width="narrow" subtitle={t('reminders.text')}>
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        {typeof state === 'object' && <Banner severity="error">{errorText(state.error)}</Banner>}
        {state === 'done' ? (
          <Banner severity="success">{t('reminders.done')}</Banner>
        ) : (
          <BusyButton variant="contained" busy={state === 'busy'} onClick={() => void switchOff()}>
            {t('reminders.switchOff')}
          </BusyButton>
        )}
      </Stack>
    </Page>
  )
}
