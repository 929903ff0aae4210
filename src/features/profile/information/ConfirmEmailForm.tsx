import Divider from '@mui/material/Divider'
import { useId } from 'react'
import { t } from '../../../../i18n/t.ts'
import { FormHeading } from '../common/FormHeading.tsx'
import { EmailCodeForm } from './EmailCodeForm.tsx'

/** Mails a code and asks for it. Folders send no mail to unconfirmed addresses: they may be somebody else's. */
export function ConfirmEmailForm({ address }: { address: string }) {
  const id = useId()
  return (
    <>
      <Divider sx={{ my: 3 }} />
      <FormHeading id={id} title={t('profile.confirmEmail')}>
        {t('profile.confirmEmailText', { address })}
      </FormHeading>
      <EmailCodeForm address={address} labelledBy={id} />
    </>
  )
}
