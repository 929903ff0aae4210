import Button from '@mui/material/Button'
import { shownText } from '../../../contract/shownText.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { type KeyChangePlan, nothingAtStake } from '../../trust/keyMove.ts'

export interface Stakes {
  plan: KeyChangePlan
  /** The key in force, where it is open. */
  key: UnlockedKey | null
}

interface FoldersAtStakeProps {
  stakes: Stakes
  onOpenKey: () => void
}

/** What another key pair means for the folders that a person shares; nothing where they share none. */
export function FoldersAtStake({ stakes: { plan, key }, onOpenKey }: FoldersAtStakeProps) {
  const { kept, waiting, lost, named, missing, forgetsPeople } = plan
  if (nothingAtStake(plan) && !forgetsPeople) return null
  return (
    <>
      {kept.length > 0 && (
        <p>
          <strong>{`You stay in ${titles(kept)}.`}</strong> You own{' '}
          {kept.length === 1 ? 'this folder' : 'these folders'}, so the new key is let in at once, signed with
          your present one. Upload links of {kept.length === 1 ? 'this folder' : 'these folders'} are
          replaced: send the new ones to whoever still uploads.
        </p>
      )}
      {waiting.length > 0 && (
        <p>
          <strong>{`An owner has to let you in again: ${titles(waiting)}.`}</strong> Until then you cannot
          open what is in there. Send your new code to an owner; it is in your profile.
        </p>
      )}
      {lost.length > 0 && (
        <p>
          <strong>{`Lost for good: ${titles(lost)}.`}</strong> Nobody else owns{' '}
          {lost.length === 1 ? 'this folder' : 'these folders'}, and without your present key nobody can let
          you in again.
        </p>
      )}
      {named.length > 0 && (
        <p>
          <strong>{`That key is in ${titles(named)} already, says the server.`}</strong> Open{' '}
          {named.length === 1 ? 'it' : 'them'} afterwards, to see whether that is so.
        </p>
      )}
      {missing.length > 0 && (
        <p>
          <strong>{`The server does not show ${titles(missing)}.`}</strong> You know{' '}
          {missing.length === 1 ? 'this folder' : 'these folders'}, so the new key is not let in there, and
          whoever has your present key keeps what it opens. Unless you know that{' '}
          {missing.length === 1
            ? 'it was deleted, or you were removed'
            : 'they were deleted, or you were removed'}
          , ask the other people there before you go on.
        </p>
      )}
      {forgetsPeople && <p>You will have to compare codes again with the people whom you share with.</p>}
      {!key && (lost.length > 0 || waiting.length > 0 || forgetsPeople) && (
        <p>
          With your present key open, you stay in the folders that you own.{' '}
          <Button size="small" variant="outlined" onClick={onOpenKey}>
            Open My Present Key First
          </Button>
        </p>
      )}
    </>
  )
}

const titles = (all: readonly string[]): string => all.map((title) => `“${shownText(title)}”`).join(', ')
