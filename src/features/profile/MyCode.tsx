import { styled } from '@mui/material/styles'
import { personCode } from '../../../core/crypto/index.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { t } from '../../../i18n/t.ts'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldRow, Subheading } from '../../ui/layout.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { WordGrid } from '../../ui/WordGrid.tsx'
import { Explanation } from '../../ui/Explanation.tsx'

/** Code that others compare before they add this person to a folder. */
export function MyCode({ username, unlocked }: { username: string; unlocked: UnlockedKey }) {
  const code = personCode({ name: username.normalize('NFC'), fp: unlocked.fingerprint })
  return (
    <div>
      <Subheading>{t('profile.myCode')}</Subheading>
      <Explanation sx={{ mt: 0.5, mb: 1.5 }}>{t('profile.myCodeText')}</Explanation>
      <Shown>
        <QrCode value={code} size={152} label={t('profile.myCodeQr')} />
        <div>
          <CodeBox aria-label={t('profile.myCode')}>{code}</CodeBox>
          <CopyButton label={t('profile.copyCode')} text={code} failure={t('profile.codeNotCopied')} />
          <WordGrid words={unlocked.fingerprintWords} label={t('profile.myCodeWords')} />
        </div>
      </Shown>
    </div>
  )
}

const Shown = styled(FieldRow)(({ theme: { spacing } }) => ({
  gap: spacing(2.5),
  '& > div:last-of-type': {
    flex: 1,
    minWidth: 0,
    width: '100%',
    display: 'grid',
    justifyItems: 'start',
    gap: spacing(1.5),
  },
  '& ol': { width: '100%' },
}))
