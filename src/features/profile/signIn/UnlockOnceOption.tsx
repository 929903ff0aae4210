import { useState } from 'react'
import { setUnlocksOnce, unlocksOnce } from '../../../session/unlockOnce.ts'
import { t } from '../../../../i18n/t.ts'
import { CheckboxOption } from '../../../ui/fields/CheckboxOption.tsx'
import { OutcomeBanner } from '../common/OutcomeBanner.tsx'

/** A choice of this device: see [Note: Signing in opens the key]. */
export function UnlockOnceOption() {
  const [isOn, setOn] = useState(unlocksOnce)
  const [isRefused, setRefused] = useState(false)

  function change(wanted: boolean) {
    const isStored = setUnlocksOnce(wanted)
    setRefused(!isStored)
    if (isStored) setOn(wanted)
  }

  return (
    <>
      <CheckboxOption
        label={t('profile.unlockOnce')}
        name="unlockOnce"
        checked={isOn}
        hint={t('profile.unlockOnceHint')}
        onChange={change}
      />
      <OutcomeBanner
        outcome={isRefused ? { severity: 'error', text: () => t('profile.nothingStored') } : null}
      />
    </>
  )
}
