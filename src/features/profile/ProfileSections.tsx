import { styled } from '@mui/material/styles'
import type { User } from '../../../contract/schemas/auth.ts'
import { useOwnText } from '../../session/useOwnText.ts'
import { t } from '../../../i18n/t.ts'
import { TextLink } from '../../ui/links.tsx'

/** Navigation of the page: in a column if the window is wide enough, else above. */
export function ProfileSections({ user }: { user: User }) {
  const ownText = useOwnText()
  const sections: [id: string, title: string][] = [
    ['information', t('profile.information')],
    ...(user.password_kind === 'none'
      ? []
      : ([['password', ownText('profile.changePasswordTitle')]] satisfies [string, string][])),
    ['two-factor', t('profile.twoFactor')],
    ['encryption-key', t('keys.title')],
    ['people', t('profile.sharing')],
    ['device', t('profile.device')],
    ['api-tokens', t('tokens.title')],
    ...(user.is_operator
      ? ([
          ['appearance', t('look.section')],
          ['server', t('serverCheck.title')],
        ] satisfies [string, string][])
      : []),
    ['activity', t('history.activity')],
  ]
  return (
    <Nav aria-label={t('profile.sections')}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={id}>
            <TextLink to="/profile" hash={id} replace variant="body2" color="textSecondary">
              {title}
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
