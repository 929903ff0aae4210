import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'

/** Returns the current upload link with its key's fingerprint; null, after a message, if there is none. */
export type UploadLinkGetter = () => Promise<string | null>

export function CopyNewUploadLink({
  getUploadLink,
  text,
}: {
  getUploadLink: UploadLinkGetter
  text: string
}) {
  return (
    <>
      <Banner severity="success">{text}</Banner>
      <p>{t('people.newLinkText')}</p>
      <div>
        <CopyButton size="medium" label={t('people.copyNewLink')} text={getUploadLink} />
      </div>
    </>
  )
}
