import { useState } from 'react'
import { setUnlocksOnce, unlocksOnce } from '../../../session/unlockOnce.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { t } from '../../../../i18n/t.ts'
import { CheckboxOption } from '../../../ui/fields/CheckboxOption.tsx'
import { OutcomeBanner } from '../common/OutcomeBanner.tsx'

/** A choice of this device: [Note: Signing in opens the key] and [Note: One key for the tabs of a session]. */
export function UnlockOnceOption() {
  const passwordText = usePasswordText()
  const [isOn, setOn] = useState(unlocksOnce)
  const [isRefused, setRefused] = useState(false)

  function change(wanted: boolean) {
    const isStored = setUnlocksOnce(wanted)
    setRefused(!isStored)
    if (isStored) setOn(wanted)
  }

  return (
    <div>
      <CheckboxOption
        label={passwordText('profile.unlockOnce')}
        name="unlockOnce"
        checked={isOn}
        hint={t('profile.unlockOnceHint')}
        onChange={change}
      />
      <OutcomeBanner
        outcome={isRefused ? { severity: 'error', text: () => t('profile.nothingStored') } : null}
      />
    </div>
  )
}
