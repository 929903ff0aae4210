import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useRef } from 'react'
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { t } from '../../../i18n/t.ts'
import { Section } from '../../ui/Section.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { ComparedPeople } from './ComparedPeople.tsx'
import { MyCode } from './MyCode.tsx'
import { SharedFolders } from './SharedFolders.tsx'
import { useContacts } from './useContacts.ts'

/** People with whom the user shares folders, and the user's own code. */
export function PeopleSection({ username }: { username: string }) {
  const key = useUnlockedKey()
  const remembered = useContacts()
  const { unlock, dialog } = useUnlock()
  const shown = useRef<HTMLDivElement>(null)

  async function open() {
    // The pressed button is gone by then.
    if (await unlock(() => t('profile.peoplePurpose'))) setTimeout(() => shown.current?.focus())
  }

  return (
    <Section id="people" title={t('profile.sharing')}>
      <Stack spacing={3} sx={{ mt: 2.5 }}>
        {key ? (
          <Stack spacing={3} ref={shown} tabIndex={-1} sx={{ outline: 'none' }}>
            <MyCode username={username} unlocked={key} />
            <ComparedPeople {...remembered} />
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
