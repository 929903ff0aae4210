import type { EmailProblem } from '../contract/emailAddress.ts'
import { badWebhookAddress } from '../contract/schemas/notices.ts'
import { minUsernameLength } from '../contract/limits.ts'
import { t } from './t.ts'

/** Schemas are built once; a function chooses the sentence when a rule is broken. */
const ofRule = (error: () => string) => ({ error })

/** Error messages of forms. */
export const formTexts = {
  tooLong: (limit: number) => t('forms.tooLong', { limit }),
  tooMany: (limit: number) => t('forms.tooMany', { limit }),

  emailList: {
    badAddress: (typed: string, problem: EmailProblem) =>
      problem === 'no-email' ? t('forms.noAddress', { typed }) : t('forms.noLocalPart', { typed }),
    notAllowed: (address: string, domains: string) => t('rules.notAllowed', { address, domains }),
    tooMany: (limit: number) => t('forms.tooManyAddresses', { limit }),
  },

  folder: {
    noPassword: () => t('forms.passwordMissing'),
    passwordsDiffer: () => t('forms.passwordsDiffer'),
    gateRequired: () => t('rules.gateRequired'),
    noDate: () => t('forms.badDate'),
    noDays: () => t('forms.noDays'),
    noSize: (limit: number) => t('forms.noSize', { limit }),
    tooManyDays: (limit: number) => t('forms.tooManyDays', { limit }),
  },

  profile: {
    noUsername: ofRule(() => t('forms.usernameMissing')),
    noPassword: ofRule(() => t('forms.saveNeedsPassword')),
    unchanged: () => t('forms.unchanged'),
  },

  newPassword: {
    differ: () => t('forms.newPasswordsDiffer'),
    tooShort: (limit: number) => ofRule(() => t('forms.newPasswordTooShort', { limit })),
    keyTooShort: (limit: number) => ofRule(() => t('forms.keyPasswordTooShort', { limit })),
    keysDiffer: () => t('forms.passwordsDiffer'),
    asBefore: () => t('forms.passwordAsBefore'),
  },

  noCurrentPassword: ofRule(() => t('forms.currentPasswordMissing')),

  backup: {
    noFile: ofRule(() => t('forms.backupMissing')),
    type: () => t('forms.backupType'),
    noPassword: ofRule(() => t('forms.backupNeedsPassword')),
  },

  apiToken: {
    noName: ofRule(() => t('forms.tokenNameMissing')),
    noLifetime: ofRule(() => t('forms.tokenLifetimeMissing')),
    noScope: () => t('forms.tokenScopeMissing'),
  },

  link: {
    passwordTooShort: (limit: number) => t('forms.linkPasswordTooShort', { limit }),
    passwordsDiffer: () => t('forms.passwordsDiffer'),
    noDate: () => t('forms.linkDateMissing'),
    dateTooLate: (days: number) => t('rules.atMostDays', { days }),
    datePast: () => t('forms.linkDatePast'),
    noPeople: () => t('forms.noPeople'),
    noCount: (limit: number) => t('forms.noCount', { limit }),
  },
} as const

/** Translations of the sentences in the contract's schemas. */
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
  if (limit !== undefined) return formTexts.tooLong(Number(limit))
  return Object.hasOwn(translations, sentence) ? (translations[sentence]?.() ?? sentence) : sentence
}
