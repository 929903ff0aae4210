import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { api } from '../../api/api.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { callApi } from '../../api/client.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/faultKinds.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { StatusText } from '../../ui/messages/StatusText.tsx'

interface LinkUsesProps {
  link: DownloadLink
  max: number
  mayChange: boolean
}

export function LinkUses({ link, max, mayChange }: LinkUsesProps) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const rules = useEffectiveRules()
  const used = link.used_downloads
  const suggestedMax = Math.max(max, used) + 1

  async function allowOneMore() {
    setBusy(true)
    try {
      const body = { max_downloads: suggestedMax }
      await callApi('updateDownloadLink', { params: { id: link.link_token }, body })
      notify('success', t('share.oneMore'))
    } catch (caught) {
      const fault = faultOf(caught)
      if (!isSessionEnd(fault)) notify('error', t('share.notChanged', { reason: faultText(fault) }))
    }
    dispatch(api.util.invalidateTags(['DownloadLinks']))
    setBusy(false)
  }

  return (
    <>
      {used < max ? (
        t('share.usedOf', { used, max })
      ) : (
        <StatusText tone="attention" hollow>
          {t('share.usedUp', { used, max })}
        </StatusText>
      )}
      {mayChange && suggestedMax <= (rules?.max_link_uses ?? Infinity) && (
        <AllowOneMoreButton variant="text" size="small" disabled={busy} onClick={() => void allowOneMore()}>
          {t('share.allowOneMore')}
        </AllowOneMoreButton>
      )}
    </>
  )
}

const AllowOneMoreButton = styled(Button)(({ theme }) => ({
  marginLeft: theme.spacing(0.5),
  minHeight: 24,
  paddingBlock: 0,
}))
