import MoreVertIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { foldCase, searchWords } from '../../../core/util/searchWords.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { DropdownMenu, type MenuAction } from '../../ui/buttons/DropdownMenu.tsx'
import { EntryList } from '../../ui/lists/EntryList.tsx'
import { Muted } from '../../ui/theme/layout.ts'
import { SearchField } from '../../ui/fields/textFields.tsx'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import { Tag } from '../../ui/values/Tag.tsx'
import { WordGrid } from '../../ui/values/WordGrid.tsx'

/** A member of a folder, as listed for the current user. */
export interface ListedMember {
  readonly member: RosterMember
  readonly isMe: boolean
  readonly isCompared: boolean
  readonly asksToLeave: boolean
  readonly since: string | null
  /** Available actions; without any, there is no menu. */
  readonly actions: readonly MenuAction[]
}

/** With more people than this there is a search field. */
const searchThreshold = 10

export function MemberList({ listed }: { listed: readonly ListedMember[] }) {
  const [typed, setTyped] = useState('')
  const words = searchWords(typed)
  const matchingMembers = listed.filter(({ member: { name } }) =>
    words.every((word) => foldCase(name).includes(word)),
  )
  return (
    <>
      {listed.length > searchThreshold && (
        <SearchField
          label={t('people.search')}
          value={typed}
          status={
            words.length === 0
              ? t('people.count', { count: listed.length })
              : t('people.found', { found: matchingMembers.length, count: listed.length })
          }
          onChange={setTyped}
        />
      )}
      <EntryList label={t('people.ofFolder')}>
        {matchingMembers.map((listedMember) => (
          <MemberItem key={listedMember.member.fp} {...listedMember} />
        ))}
        {matchingMembers.length === 0 && (
          <li>
            <Muted>{t('people.noneFound', { name: typed.trim() })}</Muted>
          </li>
        )}
      </EntryList>
    </>
  )
}

function MemberItem({ member, isMe, isCompared, asksToLeave, since, actions }: ListedMember) {
  const name = shownText(member.name)
  return (
    <MemberItemStyles>
      <div className="who">
        <div className="name">
          <strong>{name}</strong>
          {isMe && <Muted>{t('people.you')}</Muted>}
          <Tag>{t(`people.${member.role}`)}</Tag>
          {asksToLeave && <StatusText tone="attention">{t('people.asksToLeave')}</StatusText>}
        </div>
        <div className="facts">
          <span>{rich('people.since', { time: () => <DateTime iso={since} /> })}</span>
          {!isMe && (
            <StatusText tone={isCompared ? 'good' : 'attention'} hollow={!isCompared}>
              {t(isCompared ? 'people.compared' : 'people.notCompared')}
            </StatusText>
          )}
        </div>
        {(isMe || isCompared) && (
          <Disclosure summary={t('people.keyWords')}>
            <WordGrid words={wordsOfFingerprint(member.fp) ?? []} label={t('people.keyWordsOf', { name })} />
          </Disclosure>
        )}
      </div>
      {actions.length > 0 && <ActionsMenu name={name} actions={actions} />}
    </MemberItemStyles>
  )
}

function ActionsMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={t('people.actions', { name })}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onClick={(event) => setMenuAt(event.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <DropdownMenu anchor={menuAt} items={actions} onClose={() => setMenuAt(null)} />
    </>
  )
}

const MemberItemStyles = styled('li')(({ theme: { vars, typography, spacing } }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: spacing(1),
  '& > .who': { minWidth: 0, flex: 1, overflowWrap: 'anywhere' },
  '& .name, & .facts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: spacing(0.25, 1) },
  '& .name > strong': { fontWeight: 620 },
  '& .facts': { ...typography.small, columnGap: spacing(2), color: vars.palette.text.secondary },
  '& details': { ...typography.small, marginTop: spacing(0.5) },
}))
