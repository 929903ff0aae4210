import CheckIcon from '@mui/icons-material/Check'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { languageNames, languages } from '../../contract/languages.ts'
import { shownText } from '../../contract/shownText.ts'
import { errorText } from '../../i18n/errorText.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { chooseLanguage } from '../i18n/chosenLanguage.ts'
import { rich } from '../i18n/rich.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { notify } from '../store/hooks.ts'
import { chooseScheme, useScheme } from '../ui/theme/chosenScheme.ts'
import { showInstallPrompt, useCanInstall } from '../ui/page/installPrompt.ts'
import { type SchemePreference, schemes } from '../ui/theme/scheme.ts'
import { logOut, useListOwner } from './session.ts'

const schemeTexts = {
  system: 'session.schemeSystem',
  light: 'session.schemeLight',
  dark: 'session.schemeDark',
} as const satisfies Record<SchemePreference, TextKey>

/** The menu of the signed-in person: profile, language, light or dark, sign-out. */
export function AccountMenu() {
  const user = useListOwner()
  const language = useLanguage()
  const scheme = useScheme()
  const navigate = useNavigate()
  const mayInstall = useCanInstall()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  if (user === null) return null
  const username = shownText(user.username)

  /** Closes the menu first: its focus returns to the button. */
  const closeThen =
    (
      action: () => Promise<unknown>,
      failed: 'ui.languageMissing' | 'session.menuFailed' = 'session.menuFailed',
    ) =>
    () => {
      setAnchor(null)
      action().catch((error: unknown) => notify('error', t(failed, { reason: errorText(error) })))
    }
  /** The heading owns its choices for assistive tools; beside it, the menu's keys reach them. */
  const heading = (text: string, owned: readonly string[]) => (
    <ListSubheader key={text} role="presentation" disableSticky>
      <span role="group" aria-label={text} aria-owns={owned.map(idOf).join(' ')}>
        <span aria-hidden>{text}</span>
      </span>
    </ListSubheader>
  )
  const idOf = (value: string) => `${id}-${value}`
  const choice = (value: string, label: string, isChosen: boolean, onClick: () => void, lang?: string) => (
    <MenuItem
      key={value}
      id={idOf(value)}
      role="menuitemradio"
      aria-checked={isChosen}
      {...(lang !== undefined && { lang })}
      onClick={onClick}
    >
      <Check>{isChosen && <CheckIcon />}</Check>
      {label}
    </MenuItem>
  )

  return (
    <>
      <Initial
        aria-label={t('session.menu', { username })}
        title={username}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span aria-hidden>{initialOf(username)}</span>
      </Initial>
      {anchor && (
        <Menu
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ list: { dense: true, sx: menuStyles, 'aria-label': t('session.menu', { username }) } }}
        >
          <ListSubheader role="presentation" disableSticky>
            {rich('profile.signedInAs', { username })}
          </ListSubheader>
          <MenuItem onClick={closeThen(() => navigate({ to: '/sent' }))}>{t('sent.title')}</MenuItem>
          <MenuItem onClick={closeThen(() => navigate({ to: '/profile' }))}>
            {t('dashboard.myProfile')}
          </MenuItem>
          {mayInstall && <MenuItem onClick={closeThen(showInstallPrompt)}>{t('session.install')}</MenuItem>}
          <Divider component="li" />
          {heading(t('ui.language'), languages)}
          {languages.map((code) =>
            choice(
              code,
              languageNames[code],
              code === language,
              closeThen(() => chooseLanguage(code), 'ui.languageMissing'),
              code,
            ),
          )}
          <Divider component="li" />
          {heading(t('session.scheme'), schemes)}
          {schemes.map((option) =>
            choice(
              option,
              t(schemeTexts[option]),
              option === scheme,
              closeThen(() => chooseScheme(option)),
            ),
          )}
          <Divider component="li" />
          <MenuItem onClick={closeThen(logOut)}>{t('dashboard.logOut')}</MenuItem>
        </Menu>
      )}
    </>
  )
}

const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '·'

const menuStyles = {
  minWidth: 200,
  '& .MuiListSubheader-root': { lineHeight: 1.5, py: 0.75, fontSize: 13, bgcolor: 'transparent' },
  '& .MuiDivider-root': { my: 0.5 },
} as const

const Check = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  width: 26,
  flex: 'none',
  '& > svg': { width: 18, height: 18, color: theme.vars.palette.primary.main },
}))

const Initial = styled(ButtonBase)(({ theme: { vars, typography } }) => ({
  ...typography.subtitle2,
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: '50%',
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.action.disabledBackground,
  '&:hover': { backgroundColor: vars.palette.divider },
}))
