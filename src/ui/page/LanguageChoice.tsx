import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { notify } from '../../store/hooks.ts'
import { chooseLanguage } from '../../i18n/chosenLanguage.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { isLanguage, languageNames, languages } from '../../../contract/languages.ts'
import { t } from '../../../i18n/t.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { focusRing } from '../theme/theme.ts'
import { visuallyHidden } from '../theme/visuallyHidden.ts'

/** The choice of language. A native select, to keep pages small. */
export function LanguageChoice() {
  const language = useLanguage()
  const id = useId()
  return (
    <Choice>
      <label htmlFor={id} style={visuallyHidden}>
        {t('ui.language')}
      </label>
      <select
        id={id}
        value={language}
        onChange={({ target }) => {
          if (!isLanguage(target.value)) return
          chooseLanguage(target.value).catch((error: unknown) =>
            notify('error', t('ui.languageMissing', { reason: errorText(error) })),
          )
        }}
      >
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageNames[code]}
          </option>
        ))}
      </select>
    </Choice>
  )
}

const Choice = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: spacing(0.75),
  color: vars.palette.text.secondary,
  '& select': {
    font: 'inherit',
    color: 'inherit',
    minHeight: 32,
    padding: spacing(0.5),
    border: 0,
    borderRadius: vars.shape.borderRadius,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    '&:hover': { color: vars.palette.text.primary },
    '&:focus-visible': focusRing,
  },
  '& option': { color: vars.palette.text.primary, backgroundColor: vars.palette.background.paper },
}))
