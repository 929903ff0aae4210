import { badWebhookAddress } from '../contract/schemas/notices.ts'
import { minUsernameLength } from '../contract/limits.ts'
import { t } from './t.ts'

/** Translations of the sentences in the contract's schemas, which are built once: each is looked up when it is shown. */
const translations: Readonly<Record<string, () => string>> = {
  'Field required.': () => t('forms.required'),
  'Title is required.': () => t('forms.noTitle'),
  'Invalid date/time value.': () => t('forms.badTime'),
  'Please enter a valid e-mail address.': () => t('ui.emailInvalid'),
  'Letters with accents or of other alphabets cannot be used before the @ here.': () =>
    t('ui.emailLocalPart'),
  'Verification code must be exactly 6 digits.': () => t('ui.codeForm'),
  'Please select a valid expiration date.': () => t('forms.linkDateMissing'),
  'Choose at least one.': () => t('forms.chooseOne'),
  'Enter an address that begins with https:// or http://.': () => t('forms.noWebAddress'),
  'Enter an e-mail address, or an address that begins with https:// or http://.': () => t('forms.noSupport'),
  'Enter domains such as example.org.': () => t('forms.noDomain'),
  'Enter a colour as #rrggbb, such as #2747b8.': () => t('forms.noColour'),
  'Has characters that cannot be seen, or spaces in a row.': () => t('forms.hidden'),
  'Contains characters that cannot be seen.': () => t('forms.unseen'),
  'At most two fields ask for long text.': () => t('senders.tooManyLong'),
  'An option stands there twice.': () => t('forms.twinOption'),
  [`Username must be at least ${minUsernameLength} characters long.`]: () =>
    t('forms.usernameTooShort', { limit: minUsernameLength }),
  [badWebhookAddress]: () => t('forms.noWebhookAddress'),
}

/** Translates a schema's sentence into the language of the page; an unknown one is returned unchanged. */
export function translateSchemaMessage(sentence: string): string {
  const [, limit] = /^At most (\d+) characters\.$/.exec(sentence) ?? []
  if (limit !== undefined) return t('forms.tooLong', { limit: Number(limit) })
  return Object.hasOwn(translations, sentence) ? (translations[sentence]?.() ?? sentence) : sentence
}
