import { useWatch } from 'react-hook-form'
import { FormOption } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { useUser } from '../../session/session.ts'
import { mailHint, mailLabel, mailProblem } from '../../../i18n/notices.ts'
import { t } from '../../../i18n/t.ts'
import { MailProblem } from '../../ui/MailProblem.tsx'
import type { FolderFields } from './folderFields.ts'

interface MailOptionProps {
  form: FormOf<FolderFields>
  sendsMail: boolean | undefined
  isShared: boolean
}

/** The user's own notifications of new files. */
export function MailOption({ form: { control }, sendsMail, isShared }: MailOptionProps) {
  const user = useUser()
  const isOn = useWatch({ control, name: 'notifyByEmail' })
  const problem = mailProblem(user, sendsMail)
  const address = isOn && !problem && user?.email ? ` ${t('notices.mailTo', { email: user.email })}` : ''
  return (
    <FormOption
      control={control}
      name="notifyByEmail"
      label={mailLabel()}
      hint={() => mailHint(isShared) + address}
    >
      {problem && <MailProblem problem={problem} namesSettings={sendsMail === false} />}
    </FormOption>
  )
}
