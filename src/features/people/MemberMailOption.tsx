import { useSetFolderMailMutation } from '../../api/foldersApi.ts'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useUser } from '../../session/session.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { mailHint, mailLabel, mailProblem } from '../../../i18n/notices.ts'
import { Banner } from '../../ui/Banner.tsx'
import { MailProblem } from '../../ui/MailProblem.tsx'
import { Option } from '../../ui/Option.tsx'

/** Mail setting of a member; owners find it in the folder's settings. */
export function MemberMailOption({ folder: { id, notify_by_email } }: { folder: Folder }) {
  const [set, { isLoading, error }] = useSetFolderMailMutation()
  const problem = mailProblem(useUser(), useServerInfoQuery(undefined).data?.sends_mail)
  return (
    <>
      <Option
        label={mailLabel()}
        checked={notify_by_email}
        disabled={isLoading}
        hint={mailHint(true)}
        onChange={(isOn) => void set({ id, notify_by_email: isOn })}
      >
        {problem && <MailProblem problem={problem} />}
      </Option>
      {error && <Banner severity="error">{errorText(error)}</Banner>}
    </>
  )
}
