import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { formatShortTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { ScrollArea } from '../../ui/theme/layout.ts'
import { NamedPeopleDialog } from './NamedPeopleDialog.tsx'

interface NamedPeopleProps {
  link: DownloadLink
  people: NonNullable<DownloadLink['named_people']>
  mayChange: boolean
}

export function NamedPeople({ link, people, mayChange }: NamedPeopleProps) {
  const [isChanging, setChanging] = useState(false)
  return (
    <People>
      <summary>{forText(people)}</summary>
      <ScrollArea tabIndex={0} role="group" aria-label={t('share.people')}>
        <ul>
          {people.map(({ email, opened_at }) => (
            <li key={email}>
              <span>{email}</span>
              <span className="state">
                {t(opened_at === null ? 'share.notOpened' : 'share.opened')}{' '}
                <DateTime iso={opened_at} none="" />
              </span>
            </li>
          ))}
        </ul>
      </ScrollArea>
      {mayChange && (
        <Button variant="text" size="small" onClick={() => setChanging(true)}>
          {t('share.changePeople')}
        </Button>
      )}
      {isChanging && <NamedPeopleDialog link={link} people={people} onClose={() => setChanging(false)} />}
    </People>
  )
}

/** Says for whom a link is, and whether they opened it; one person by address. */
function forText(people: NamedPeopleProps['people']): string {
  const [first, ...others] = people
  if (!first || others.length > 0) {
    const opened = people.filter(({ opened_at }) => opened_at !== null).length
    return t('share.forPeople', { count: people.length, opened })
  }
  const { email, opened_at: at } = first
  return at === null
    ? t('share.forOneUnopened', { email })
    : t('share.forOne', { email, date: formatShortTime(at) })
}

const People = styled('details')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  marginTop: spacing(0.75),
  '& > summary': { cursor: 'pointer' },
  '& ul': { listStyle: 'none', margin: spacing(0.5, 0), padding: 0 },
  '& li': { display: 'flex', flexWrap: 'wrap', columnGap: spacing(2), overflowWrap: 'anywhere' },
  '& .state': { color: vars.palette.text.secondary },
  // Aligns the text of the button, not its edge.
  '& > .MuiButton-root': { marginLeft: spacing(-1.25) },
}))
