import { splitEmails } from '../../forms/emailList.ts'
import { t } from '../../../i18n/t.ts'
import type { FolderFields } from './folderFields.ts'

/** Names the options that are set, in the order of the form. */
export function optionsSummary(fields: FolderFields, hasPassword: boolean): string {
  const { length: addresses } = splitEmails(fields.allowedEmails)
  const { length: questions } = fields.senderFields
  const isProtected = fields.passwordProtection ? fields.password !== '' : hasPassword
  const set = [
    !fields.isActive && t('dashboard.inactive'),
    questions > 0 && t('folderForm.optionQuestions', { count: questions }),
    isProtected && t('share.protection'),
    fields.requireEmail &&
      (addresses > 0 ? t('dashboard.verificationOf', { count: addresses }) : t('dashboard.verification')),
    fields.performMimeCheck && t('folderForm.mimeCheck'),
    fields.limitsSize && fields.maxSize !== '' && t('folderForm.optionLimit', { size: fields.maxSize }),
    fields.notifyByEmail && t('folderForm.optionMail'),
  ]
  return set.filter(Boolean).join(' · ')
}
