import Button from '@mui/material/Button'
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
import { Subheading } from '../../../ui/theme/layout.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { Entry, EntryList } from '../../../ui/lists/EntryList.tsx'
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
        <EntryList label={t('profile.comparedPeople')} sx={{ mt: 1 }}>
          {people.map((person) => (
            <Entry
              key={person.fp}
              name={shownText(person.name)}
              actions={
                <Button
                  size="small"
                  aria-label={t('people.removePerson', { name: shownText(person.name) })}
                  onClick={() => setPersonToForget(person)}
                >
                  {t('ui.remove')}
                </Button>
              }
            >
              <span className="fact">{keyName(wordsOfFingerprint(person.fp) ?? [person.fp])}</span>
            </Entry>
          ))}
        </EntryList>
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
