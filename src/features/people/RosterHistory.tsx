import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type Roster, wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { rich } from '../../i18n/rich.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import type { StatementSummary } from '../../../core/trust/evaluateTrust.ts'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { WordGrid } from '../../ui/values/WordGrid.tsx'
import { historyEntries } from './rosterChanges.ts'

/** History of a folder's people, newest first. */
export function RosterHistory({ roster }: { roster: Roster }) {
  return (
    <Disclosure summary={t('people.history')}>
      <Entries aria-label={t('people.history')}>
        {historyEntries(roster).map(({ seq, at, sentences }) => (
          <li key={seq}>
            <span>{sentences.join(' ')}</span>
            <small>{rich('people.entry', { seq, time: () => <DateTime iso={at} /> })}</small>
          </li>
        ))}
      </Entries>
    </Disclosure>
  )
}

/** Words that two people of a folder compare, to make sure that the server shows both the same state. */
export function NewestStatement({ statement }: { statement: StatementSummary }) {
  return (
    <Disclosure summary={t('people.compareSeen')}>
      <Typography variant="body2">{t('people.compareSeenText')}</Typography>
      <ComparableStatement statement={statement} kind="newest" />
    </Disclosure>
  )
}

const statementTexts = {
  newest: { text: 'people.headNewest', words: 'people.wordsNewest' },
  seen: { text: 'people.headSeen', words: 'people.wordsSeen' },
  given: { text: 'people.headGiven', words: 'people.wordsGiven' },
} as const satisfies Record<string, Record<'text' | 'words', TextKey>>

interface ComparableStatementProps {
  statement: StatementSummary
  kind: keyof typeof statementTexts
}

/** A statement to read aloud, with all twelve words: finding two histories with the same takes 2^66 attempts. */
export function ComparableStatement({ statement: { seq, at, hash }, kind }: ComparableStatementProps) {
  return (
    <Statement>
      <div>{rich(statementTexts[kind].text, { seq, time: () => <DateTime iso={at} /> })}</div>
      <WordGrid words={wordsOfFingerprint(hash) ?? []} label={t(statementTexts[kind].words)} />
    </Statement>
  )
}

const Statement = styled('div')(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  display: 'grid',
  gap: spacing(0.5),
  '& > ol': { maxWidth: 320, gridTemplateColumns: '1fr 1fr' },
}))

const Entries = styled('ol')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxHeight: 420,
  overflow: 'auto',
  '& > li': { display: 'grid', paddingBlock: spacing(0.75), overflowWrap: 'anywhere' },
  '& small': { ...typography.small, color: vars.palette.text.secondary },
}))
