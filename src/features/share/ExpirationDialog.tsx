import { useMemo, useState } from 'react'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { serverNow } from '../../api/serverClock.ts'
import { dateTimeLocal } from '../../forms/dateTimeLocal.ts'
import { useSchemaForm } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { ChangeLinkDialog } from './ChangeLinkDialog.tsx'
import { ExpirationOption } from './ExpirationOption.tsx'
import { expirationOf, linkSchemaOf, unchangedLinkFields } from './linkFormFields.ts'
import { isOver } from './linkState.ts'

interface ExpirationDialogProps {
  link: DownloadLink
  rules: OperatorRules
  onClose: () => void
}

export function ExpirationDialog({ link, rules, onClose }: ExpirationDialogProps) {
  const [now] = useState(() => new Date(serverNow()))
  const [initial] = useState(() => initialFields(link, now, rules))
  const schema = useMemo(() => linkSchemaOf(rules), [rules])
  const form = useSchemaForm(schema, initial)
  return (
    <ChangeLinkDialog
      link={link}
      title={t('share.changeExpiryTitle')}
      text={t('share.changeExpiryText')}
      form={form}
      changesOf={(fields) => {
        const isChanged = fields.expires !== initial.expires || fields.expiration !== initial.expiration
        return isChanged || isOver(link, now.getTime()) ? { expiration_date: expirationOf(fields) } : null
      }}
      success={t('share.expiryChanged')}
      onClose={onClose}
    >
      <ExpirationOption form={form} rules={rules} disabled={form.formState.isSubmitting} now={now} />
    </ChangeLinkDialog>
  )
}

/** The form of a new link with the expiry of this one, without the parts that are not changed. */
function initialFields({ expiration_date: end }: DownloadLink, now: Date, rules: OperatorRules) {
  const fields = unchangedLinkFields(now, rules)
  if (end === null) return { ...fields, expires: rules.max_link_days !== null }
  return {
    ...{ ...fields, expires: true },
    ...(Date.parse(end) > now.getTime() && { expiration: dateTimeLocal(new Date(end)) }),
  }
}
