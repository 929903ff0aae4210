import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { t } from '../../../i18n/t.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Scrolling } from '../../ui/layout.ts'
import { PeopleDialog } from './PeopleDialog.tsx'

interface NamedPeopleProps {
  link: DownloadLink
  people: NonNullable<DownloadLink['named_people']>
  mayChange: boolean
}

/** Who may open a link, and who has. */
export function NamedPeople({ link, people, mayChange }: NamedPeopleProps) {
  const [isChanging, setChanging] = useState(false)
  const opened = people.filter(({ opened_at }) => opened_at !== null).length
  return (
    <People>
      <details>
        <summary>{t('share.forPeople', { count: people.length, opened })}</summary>
        <Scrolling tabIndex={0} role="group" aria-label={t('share.people')}>
          <ul>
            {people.map(({ email, opened_at }) => (
              <li key={email}>
                <span>{email}</span>
                <DateTime iso={opened_at} none={t('share.notOpened')} />
              </li>
            ))}
          </ul>
        </Scrolling>
      </details>
      {mayChange && (
        <Button variant="text" size="small" onClick={() => setChanging(true)}>
          {t('share.changePeople')}
        </Button>
      )}
      {isChanging && <PeopleDialog link={link} people={people} onClose={() => setChanging(false)} />}
    </People>
  )
}

const People = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  columnGap: spacing(1),
  marginTop: spacing(0.75),
  '& > details > summary': { cursor: 'pointer' },
  // In a line with the summary.
  '& > .MuiButton-root': { minHeight: 24, paddingBlock: 0 },
  '& ul': { listStyle: 'none', margin: spacing(0.5, 0), padding: 0 },
  '& li': { display: 'flex', flexWrap: 'wrap', columnGap: spacing(2), overflowWrap: 'anywhere' },
  '& li > :last-child': { color: vars.palette.text.secondary },
}))
