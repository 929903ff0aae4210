import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { shownText } from '../../../../contract/shownText.ts'
import { type Person, wordsOfFingerprint } from '../../../../core/crypto/index.ts'
import { notifyError } from '../../../store/hooks.ts'
import { locale } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { withoutPerson } from '../../../../core/trust/contactsChanges.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { ErrorBanner } from '../../../ui/messages/ErrorBanner.tsx'
import { keyName } from '../../../../i18n/format.ts'
import { SpaceBetween, RuledList, Subheading } from '../../../ui/theme/layout.ts'
import { FlushPanel } from '../../../ui/page/Panel.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { useContacts } from './useContacts.ts'

/** People whose codes this person has compared; the list is sealed with the person's key. */
export function ComparedPeople() {
  const { contacts, failure, reload, change } = useContacts()
  const [personToForget, setPersonToForget] = useState<Person | null>(null)
  const people = contacts?.people.toSorted((a, b) => a.name.localeCompare(b.name, locale()))

  async function remove({ fp }: Person) {
    setPersonToForget(null)
    try {
      await change(withoutPerson(fp))
    } catch (error) {
      notifyError(error)
      reload()
    }
  }

  return (
    <div>
      <Subheading>{t('profile.comparedPeople')}</Subheading>
      {failure !== null ? (
        <ErrorBanner message={failure} onRetry={reload} />
      ) : !people ? (
        <Explanation role="status">{t('profile.openingPeople')}</Explanation>
      ) : people.length === 0 ? (
        <Explanation sx={{ mt: 0.5 }}>{t('profile.noPeople')}</Explanation>
      ) : (
        <List>
          <RuledList aria-label={t('profile.comparedPeople')}>
            {people.map((person) => (
              <li key={person.fp}>
                <SpaceBetween>
                  <div>
                    <strong>{shownText(person.name)}</strong>
                    <span className="key">{keyName(wordsOfFingerprint(person.fp) ?? [person.fp])}</span>
                  </div>
                  <Button
                    size="small"

                    aria-label={t('people.removePerson', { name: shownText(person.name) })}
                    onClick={() => setPersonToForget(person)}
                  >
                    {t('ui.remove')}
                  </Button>
                </SpaceBetween>
              </li>
            ))}
          </RuledList>
        </List>
      )}
      <ConfirmDialog
        open={personToForget !== null}
        title={t('profile.forgetPerson')}
        confirmLabel={t('ui.remove')}
        onCancel={() => setPersonToForget(null)}
        onConfirm={() => personToForget && void remove(personToForget)}
      >
        {personToForget && t('profile.forgetPersonText', { name: shownText(personToForget.name) })}
      </ConfirmDialog>
    </div>
  )
}

const List = styled(FlushPanel)(({ theme: { vars, typography, spacing } }) => ({
  marginTop: spacing(1),
  ...typography.body2,
  '& .key': { display: 'block', color: vars.palette.text.secondary, ...typography.small },
})) as typeof FlushPanel
