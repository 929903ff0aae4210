import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { personCode } from '../../../../core/crypto/index.ts'
import { type UnlockedKey, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useUnlock } from '../../../session/useUnlock.tsx'
import { t } from '../../../../i18n/t.ts'
import { CodeBox } from '../../../ui/values/CodeBox.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { FieldRow, Subheading } from '../../../ui/theme/layout.ts'
import { QrCode } from '../../../ui/values/QrCode.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { WordGrid } from '../../../ui/values/WordGrid.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { ComparedPeople } from './ComparedPeople.tsx'
import { SharedFolders } from './SharedFolders.tsx'

/** The user's own code, and the people with whom the user shares folders. */
export function PeopleSection({ username }: { username: string }) {
  const key = useUnlockedKey()
  const { unlock, dialog } = useUnlock()
  const container = useRef<HTMLDivElement>(null)

  async function open() {
    // The pressed button is gone by then.
    if (await unlock(() => t('profile.peoplePurpose'))) setTimeout(() => container.current?.focus())
  }

  return (
    <Section id="people" title={t('profile.sharing')}>
      <Stack spacing={3} sx={{ mt: 2.5 }}>
        {key ? (
          <Stack spacing={3} ref={container} tabIndex={-1} sx={{ outline: 'none' }}>
            <MyCode username={username} unlocked={key} />
            <ComparedPeople />
          </Stack>
        ) : (
          <div>
            <Explanation sx={{ mb: 1.5 }}>{t('profile.sharingLocked')}</Explanation>
            <Button size="small" onClick={() => void open()}>
              {t('profile.showMyCode')}
            </Button>
          </div>
        )}
        <SharedFolders />
      </Stack>
      {dialog}
    </Section>
  )
}

/** Code that others compare before they add this person to a folder. */
function MyCode({ username, unlocked }: { username: string; unlocked: UnlockedKey }) {
  const code = personCode({ name: username.normalize('NFC'), fp: unlocked.fingerprint })
  return (
    <div>
      <Subheading>{t('profile.myCode')}</Subheading>
      <Explanation sx={{ mt: 0.5, mb: 1.5 }}>{t('profile.myCodeText')}</Explanation>
      <PictureAndText>
        <QrCode value={code} size={152} label={t('profile.myCodeQr')} />
        <div>
          <CodeBox aria-label={t('profile.myCode')}>{code}</CodeBox>
          <CopyButton label={t('profile.copyCode')} text={code} failure={t('profile.codeNotCopied')} />
          <WordGrid words={unlocked.fingerprintWords} label={t('profile.myCodeWords')} />
        </div>
      </PictureAndText>
    </div>
  )
}

const PictureAndText = styled(FieldRow)(({ theme: { spacing } }) => ({
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
