import { useState } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../session/knownKey.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { type MadeCode, makeRecoveryCode } from './recoveryCode.ts'
import type { SheetContent } from './recoverySheet.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { useQuestion } from './useQuestion.ts'

/** Outcome of the dialog. `left`: the code was made, but not saved. */
export type RecoveryCodeOutcome = 'cancelled' | 'taken' | 'left'

interface MakeRecoveryCodeProps {
  username: string
  /** True if it replaces an existing code. */
  replaces: boolean
  onMade: (user: User) => void
  /** Called when the dialog is closed in any way, after `onMade`. */
  onClose: (end: RecoveryCodeOutcome) => void
}

/** Asks for the password, then shows the recovery sheet. */
export function MakeRecoveryCode({ onMade, onClose, ...rest }: MakeRecoveryCodeProps) {
  const [sheet, setSheet] = useState<SheetContent | null>(null)

  function made(code: Extract<MadeCode, { type: 'made' }>) {
    setSheet(code.sheet)
    onMade(code.user)
  }

  return sheet ? (
    <SheetDialog content={sheet} onClose={(isSaved) => onClose(isSaved ? 'taken' : 'left')} />
  ) : (
    <AskPassword {...rest} onMade={made} onCancel={() => onClose('cancelled')} />
  )
}

interface AskPasswordProps extends Pick<MakeRecoveryCodeProps, 'username' | 'replaces'> {
  onMade: (code: Extract<MadeCode, { type: 'made' }>) => void
  onCancel: () => void
}

function AskPassword({ username, replaces, onMade, onCancel }: AskPasswordProps) {
  const { openQuestion, ask, reply } = useQuestion<ForeignKey, true>()

  async function make(password: string) {
    const code = await makeRecoveryCode(username, password, ask)
    if (code.type !== 'made') return code
    onMade(code)
    return null
  }

  return (
    <PasswordDialog
      title={t(replaces ? 'keys.replaceCodeTitle' : 'keys.makeCodeTitle')}
      username={username}
      confirmLabel={t('keys.makeTheCode')}
      busyLabel={t('keys.makingCode')}
      waits={openQuestion !== null}
      act={make}
      onCancel={onCancel}
      question={
        <ForeignKeyDialog foreign={openQuestion} onUse={() => reply(true)} onRefuse={() => reply(null)} />
      }
    >
      <Explanation>{t('keys.makeCodeText')}</Explanation>
      {replaces && <Banner severity="warning">{t('keys.lostSheet')}</Banner>}
    </PasswordDialog>
  )
}
