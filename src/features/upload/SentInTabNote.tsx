import { useEffect, useState } from 'react'
import { useAppSelector } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { formatDateTime } from '../../../i18n/format.ts'
import { type SentInTab, sentInTab } from './sentInTab.ts'
import { selectUpload } from './uploadSlice.ts'

/** Says after a reload that the files sent earlier have arrived. */
export function SentInTabNote() {
  const { linkToken } = useAppSelector(selectUpload)
  const [sent, setSent] = useState<SentInTab | null>(null)
  useEffect(() => {
    let isHere = true
    void sentInTab(linkToken).then((found) => isHere && setSent(found))
    return () => void (isHere = false)
  }, [linkToken])
  if (!sent) return null
  const { files, at } = sent
  return (
    <Banner severity="success">
      {t('upload.sentInTab', { count: files, time: formatDateTime(new Date(at).toISOString()) })}
    </Banner>
  )
}
