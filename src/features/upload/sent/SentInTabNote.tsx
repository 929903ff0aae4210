import { useCallback } from 'react'
import { useAppSelector } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { useAsyncValue } from '../../../ui/hooks/useAsyncValue.ts'
import { formatDateTime } from '../../../../i18n/format.ts'
import { readSentInTab } from './sentInTab.ts'
import { selectUpload } from '../uploadSlice.ts'

/** Says after a reload that the files sent earlier have arrived. */
export function SentInTabNote() {
  const { linkToken } = useAppSelector(selectUpload)
  const sent = useAsyncValue(useCallback(() => readSentInTab(linkToken), [linkToken]))
  if (!sent) return null
  const { files, at } = sent
  return (
    <Banner severity="success">
      {t('upload.sentInTab', { count: files, time: formatDateTime(new Date(at).toISOString()) })}
    </Banner>
  )
}
