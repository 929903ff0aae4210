import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../session/knownKey.ts'
import { Banner } from '../../ui/Banner.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { type MadeCode, makeRecoveryCode } from './recoveryCode.ts'
import type { SheetContent } from './recoverySheet.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { useQuestion } from './useQuestion.ts'

/** `left`: the code is made, and its owner went without it. */
export type CodeEnd = 'cancelled' | 'taken' | 'left'

interface MakeRecoveryCodeProps {
  username: string
  /** There is one already. */
  replaces: boolean
  onMade: (user: User) => void
  /** Closed in any way, after `onMade` too. */
  onClose: (end: CodeEnd) => void
}

/** The password, then the sheet. */
export function MakeRecoveryCode({ onMade, onClose, ...rest }: MakeRecoveryCodeProps) {
  const [sheet, setSheet] = useState<SheetContent | null>(null)

  function made(code: Extract<MadeCode, { type: 'made' }>) {
    setSheet(code.sheet)
    onMade(code.user)
  }

  return sheet ? (
    <SheetDialog content={sheet} onClose={(isTaken) => onClose(isTaken ? 'taken' : 'left')} />
  ) : (
    <AskPassword {...rest} onMade={made} onCancel={() => onClose('cancelled')} />
  )
}

interface AskPasswordProps extends Pick<MakeRecoveryCodeProps, 'username' | 'replaces'> {
  onMade: (code: Extract<MadeCode, { type: 'made' }>) => void
  onCancel: () => void
}

function AskPassword({ username, replaces, onMade, onCancel }: AskPasswordProps) {
  const { asked, ask, answer } = useQuestion<ForeignKey, true>()

  async function make(password: string) {
    const code = await makeRecoveryCode(username, password, ask)
    if (code.type !== 'made') return code
    onMade(code)
    return null
  }

  return (
    <PasswordDialog
      title={replaces ? 'Replace the Recovery Code' : 'Make a Recovery Code'}
      username={username}
      confirmLabel="Make the Code"
      busyLabel="Making..."
      waits={asked !== null}
      act={make}
      onCancel={onCancel}
      question={<ForeignKeyDialog foreign={asked} onUse={() => answer(true)} onRefuse={() => answer(null)} />}
    >
      <Typography variant="body2" color="textSecondary">
        Your password opens the private key in this browser, which seals it once more, for a code of 28
        characters. You get the code as a sheet of paper; the server keeps what only the code opens.
      </Typography>
      {replaces && <Banner severity="warning">{lostSheet}</Banner>}
    </PasswordDialog>
  )
}

/** What the sheet of a code is still good for that is not in force any more. */
export const lostSheet =
  'The sheet of the present code then opens nothing here any more. But that the server forgets is only its promise, and copies of its data ' +
  'may exist: if somebody else may have the sheet, generate a new key pair.'
