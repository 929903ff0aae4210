import OpenIcon from '@mui/icons-material/LockOpenOutlined'
import LockedIcon from '@mui/icons-material/LockOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { t } from '../../i18n/t.ts'
import { hasKeyPair } from '../../contract/hasKeyPair.ts'
import { lockNow } from './idleLock.ts'
import { useUser } from './session.ts'
import { useUnlockedKey } from './unlockedKey.ts'
import { useUnlock } from './useUnlock.tsx'

/** Says whether the private key is open in this tab, and unlocks it, or locks it in all; nothing without a key pair. */
export function KeyButton() {
  const user = useUser()
  const isOpen = useUnlockedKey() !== null
  const { unlock, dialog } = useUnlock()
  if (!user || !hasKeyPair(user)) return null
  return (
    <>
      <Pill
        title={t(isOpen ? 'session.keyOpenText' : 'session.keyLockedText')}
        data-open={isOpen}
        onClick={() => (isOpen ? lockNow() : void unlock(() => t('session.purpose')))}
      >
        {isOpen ? <OpenIcon /> : <LockedIcon />}
        {/* Both labels overlap in one grid cell, so that neighbours do not move. */}
        <span className="labels">
          <span data-shown={!isOpen}>{t('session.keyLocked')}</span>
          <span data-shown={isOpen}>{t('session.keyOpen')}</span>
        </span>
      </Pill>
      {dialog}
    </>
  )
}

const Pill = styled(ButtonBase)(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.small,
  fontFamily: typography.fontFamily,
  flex: 'none',
  height: 32,
  gap: spacing(0.75),
  paddingInline: spacing(1.25),
  borderRadius: 16,
  border: `1px solid ${vars.palette.divider}`,
  color: vars.palette.text.secondary,
  '& > svg': { width: 16, height: 16 },
  '& > .labels': { display: 'grid', textAlign: 'left' },
  '& > .labels > *': { gridArea: '1 / 1', '&[data-shown="false"]': { visibility: 'hidden' } },
  '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.action.hover },
  '&[data-open="true"]': {
    color: vars.palette.success.main,
    borderColor: `color-mix(in srgb, ${vars.palette.success.main} 45%, transparent)`,
    backgroundColor: `color-mix(in srgb, ${vars.palette.success.main} 7%, ${vars.palette.background.paper})`,
  },
  // On the narrowest phones the header has no room for more.
  [breakpoints.down(360)]: {
    width: 32,
    padding: 0,
    '& > .labels': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
  },
}))
