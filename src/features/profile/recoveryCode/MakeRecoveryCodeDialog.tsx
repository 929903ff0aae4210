import { useState } from 'react'
import { updateUser } from '../../../session/session.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import type { AskAboutForeignKey } from '../keyPair/openCurrentKey.ts'
import { PasswordDialog } from '../common/PasswordDialog.tsx'
import { makeRecoveryCode } from './recoveryCode.ts'
import type { SheetContent } from './recoverySheetFile.ts'
import { RecoverySheetDialog } from './RecoverySheetDialog.tsx'

/** Outcome of the dialog. `left`: the code was made, but not saved. */
export type RecoveryCodeOutcome = 'cancelled' | 'saved' | 'left'

interface MakeRecoveryCodeDialogProps {
  username: string
  replaces: boolean
  onClose: (outcome: RecoveryCodeOutcome) => void
}

/** Asks for the password, then shows the recovery sheet. */
export function MakeRecoveryCodeDialog({ username, replaces, onClose }: MakeRecoveryCodeDialogProps) {
  const [sheet, setSheet] = useState<SheetContent | null>(null)

  async function make(password: string, ask: AskAboutForeignKey) {
    const code = await makeRecoveryCode(username, password, ask)
    if (code.type === 'made') setSheet(code.sheet)
    if (code.user) updateUser(code.user)
    return code.type === 'made' ? null : code
  }

  return sheet ? (
    <RecoverySheetDialog content={sheet} onClose={(isSaved) => onClose(isSaved ? 'saved' : 'left')} />
  ) : (
    <PasswordDialog
      title={t(replaces ? 'keys.replaceCodeTitle' : 'keys.makeCodeTitle')}
      username={username}
      confirmLabel={t('keys.makeTheCode')}
      busyLabel={t('keys.makingCode')}
      onSubmit={make}
      onCancel={() => onClose('cancelled')}
    >
      <Explanation>{t('keys.makeCodeText')}</Explanation>
      {replaces && <Banner severity="warning">{t('keys.lostSheet')}</Banner>}
    </PasswordDialog>
  )
}
