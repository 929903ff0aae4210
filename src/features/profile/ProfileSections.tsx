import { styled } from '@mui/material/styles'
import type { User } from '../../../contract/schemas/auth.ts'
import { type LazyText, useOwnText } from '../../session/useOwnText.ts'
import { t } from '../../../i18n/t.ts'
import { TextLink } from '../../ui/links.tsx'

const titles = {
  information: () => t('profile.information'),
  password: (ownText) => ownText('profile.changePasswordTitle'),
  'two-factor': () => t('profile.twoFactor'),
  'encryption-key': () => t('keys.title'),
  people: () => t('profile.sharing'),
  device: () => t('profile.device'),
  'api-tokens': () => t('tokens.title'),
  appearance: () => t('look.section'),
  rules: () => t('rules.section'),
  server: () => t('serverCheck.title'),
  activity: () => t('history.title'),
  proof: () => t('proof.title'),
} as const satisfies Record<string, LazyText>

type SectionId = keyof typeof titles

const operatorsSections: ReadonlySet<SectionId> = new Set(['appearance', 'rules', 'server'])

/** Returns the anchors of the sections that the user sees, in order. */
export const sectionsOf = ({ password_kind, is_operator }: Pick<User, 'password_kind' | 'is_operator'>) =>
  (Object.keys(titles) as SectionId[]).filter((id) => {
    if (id === 'password') return password_kind !== 'none'
    return is_operator || !operatorsSections.has(id)
  })

/** Navigation of the page: in a column if the window is wide enough, else above. */
export function ProfileSections({ user }: { user: User }) {
  const ownText = useOwnText()
  return (
    <Nav aria-label={t('profile.sections')}>
      <ul>
        {sectionsOf(user).map((id) => (
          <li key={id}>
            <TextLink to="/profile" hash={id} replace variant="body2" color="textSecondary">
              {titles[id](ownText)}
            </TextLink>
          </li>
        ))}
      </ul>
    </Nav>
  )
}

/** Width of the column including its gap, in pixels. */
const column = 208
const gap = 32

const Nav = styled('nav')(({ theme: { spacing, breakpoints } }) => ({
  marginBottom: spacing(3),
  '& a': { display: 'inline-block', paddingBlock: 2, fontWeight: 400 },
  '& ul': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: spacing(0.5, 2),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  [breakpoints.up('lg')]: {
    position: 'sticky',
    top: `calc(var(--titlebar) + ${spacing(3)})`,
    // No height, so that the page begins beside it.
    height: 0,
    margin: 0,
    overflow: 'visible',
    '& ul': { flexDirection: 'column', width: column, marginLeft: -(column + gap) },
  },
}))
