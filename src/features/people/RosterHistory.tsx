import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type Roster, wordsOfFingerprint } from '../../crypto/index.ts'
import type { StatementInShort } from '../../trust/judge.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { WordGrid } from '../../ui/WordGrid.tsx'
import { historyOf } from './history.ts'

/** What became of the people of a folder, the newest first. */
export function RosterHistory({ roster }: { roster: Roster }) {
  return (
    <Disclosure summary="History of the people">
      <Entries aria-label="History of the people">
        {historyOf(roster).map(({ seq, at, sentences }) => (
          <li key={seq}>
            <span>{sentences.join(' ')}</span>
            <small>
              {`No. ${seq}, `}
              <DateTime iso={at} />
            </small>
          </li>
        ))}
      </Entries>
    </Disclosure>
  )
}

/** What two people of a folder read to each other, to know that the server shows both the same. */
export function HeadToCompare({ head }: { head: StatementInShort }) {
  return (
    <Disclosure summary="Compare what you both see">
      <Typography variant="body2">
        Read number and words to the others of this folder from time to time. If theirs are the same, the
        server shows you the same people and the same key; if not, one of you is shown an older or another
        state.
      </Typography>
      <Head head={head} label="Newest entry" />
    </Disclosure>
  )
}

/**
 * An owner can sign one change in many ways until its first words are those of another: four words are found in an hour on
 * two sides, eight in no time that matters.
 */
const headWords = 8

/** A statement, short enough to be read aloud. */
export function Head({ head: { seq, at, hash }, label }: { head: StatementInShort; label: string }) {
  return (
    <ShownHead>
      <div>
        <strong>{label}</strong>
        {`: no. ${seq}, `}
        <DateTime iso={at} />
      </div>
      <WordGrid
        words={(wordsOfFingerprint(hash) ?? []).slice(0, headWords)}
        label={`Words of ${label.toLowerCase()}`}
      />
    </ShownHead>
  )
}

const ShownHead = styled('div')(({ theme: { typography, spacing } }) => ({
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
