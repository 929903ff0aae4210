import { styled } from '@mui/material/styles'
import { numberOfWord } from '../../../core/crypto/index.ts'
import { getLanguage } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'

/**
 * The words of a fingerprint, numbered, so that two people can compare them aloud. They are English: in another language
 * the place in the list of words stands for each, as four digits.
 */
export function WordGrid({
  words,
  label = t('ui.fingerprintWords'),
}: {
  words: readonly string[]
  label?: string
}) {
  const hasNumbers = getLanguage() !== 'en'
  return (
    <Words aria-label={label} className={hasNumbers ? undefined : 'counted'}>
      {words.map((word, index) => (
        <li key={index}>
          {hasNumbers && <span>{numberOfWord(word)} </span>}
          {word}
        </li>
      ))}
    </Words>
  )
}

const Words = styled('ol')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.mono,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  // Three columns, or as many as fit the longest word: two on a phone. The same everywhere, so that lines can
  // be compared.
  gridTemplateColumns: 'repeat(auto-fill, minmax(max(96px, calc((100% - 32px) / 3)), 1fr))',
  maxWidth: 480,
  gap: spacing(0.5, 2),
  color: vars.palette.text.primary,
  counterReset: 'word',
  '& li': { counterIncrement: 'word' },
  '& span': { color: vars.palette.text.primary },
  '& li:has(span)': { color: vars.palette.text.secondary },
  '&.counted li::before': {
    content: 'counter(word)',
    display: 'inline-block',
    width: '2.2em',
    color: vars.palette.text.secondary,
  },
}))
