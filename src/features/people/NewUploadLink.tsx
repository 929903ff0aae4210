import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** The folder's upload link as it is now, with the fingerprint of its key. Null when there is none to give, which was said. */
export type CopyUploadLink = () => Promise<string | null>

/** After a new key: the address that senders need from now on. */
export function NewUploadLink({ copy, text }: { copy: CopyUploadLink; text: string }) {
  return (
    <>
      <Banner severity="success">{text}</Banner>
      <p>{t('people.newLinkText')}</p>
      <div>
        <CopyButton size="medium" label={t('people.copyNewLink')} text={copy} />
      </div>
    </>
  )
}
