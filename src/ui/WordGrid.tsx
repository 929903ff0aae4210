import Box from '@mui/material/Box'
import { mono } from './theme.ts'

/** The words of a fingerprint, numbered: for two people who read them to each other. */
export function WordGrid({
  words,
  label = 'Fingerprint words',
}: {
  words: readonly string[]
  label?: string
}) {
  return (
    <Box
      component="ol"
      aria-label={label}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        // Four, or as many as have room for the longest word.
        gridTemplateColumns: 'repeat(auto-fill, minmax(max(96px, calc((100% - 48px) / 4)), 1fr))',
        columnGap: 2,
        rowGap: 0.5,
        fontFamily: mono,
        fontSize: '0.8125rem',
        color: 'text.primary',
        counterReset: 'word',
        '& li': { counterIncrement: 'word' },
        '& li::before': {
          content: 'counter(word)',
          display: 'inline-block',
          width: '2.2em',
          color: 'text.secondary',
        },
      }}
    >
      {words.map((word, index) => (
        <li key={index}>{word}</li>
      ))}
    </Box>
  )
}
