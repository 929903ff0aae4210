import { styled } from '@mui/material/styles'
import type { User } from '../../../contract/schemas/auth.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { touchTarget } from '../../ui/theme/theme.ts'
import { type ProfilePageName, pagesVisibleTo } from './profilePages.ts'

const titles = {
  account: 'profile.pageAccount',
  security: 'profile.pageSecurity',
  people: 'people.title',
  devices: 'profile.pageDevices',
  api: 'profile.pageApi',
  server: 'profile.pageServer',
} as const satisfies Record<ProfilePageName, TextKey>

export const pageTitle = (page: ProfilePageName): string => t(titles[page])

/** Navigation between the pages of the profile: in a column if the window is wide enough, else a row above. */
export function ProfileNavigation({ user, current }: { user: User; current: ProfilePageName }) {
  return (
    <Nav aria-label={t('profile.pages')}>
      <ul>
        {pagesVisibleTo(user).map((page) => (
          <li key={page}>
            <TextLink
              to="/profile/$page"
              params={{ page }}
              aria-current={page === current ? 'page' : undefined}
              underline="none"
              variant="body2"
              color="textSecondary"
            >
              {pageTitle(page)}
            </TextLink>
          </li>
        ))}
      </ul>
    </Nav>
  )
}

/** Width of the column and its gap, in pixels. */
const columnWidth = 176
const columnGap = 32

const Nav = styled('nav')(({ theme: { vars, spacing, breakpoints } }) => ({
  marginBottom: spacing(3),
  '& ul': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: spacing(1.5),
    margin: 0,
    padding: 0,
    listStyle: 'none',
    borderBottom: `1px solid ${vars.palette.divider}`,
    [breakpoints.up('sm')]: { columnGap: spacing(3) },
  },
  '& a': {
    ...touchTarget,
    position: 'relative',
    display: 'block',
    paddingBlock: spacing(1),
    marginBottom: -1,
    fontWeight: 400,
    borderBottom: '2px solid transparent',
    '&:hover': { color: vars.palette.text.primary },
    '&[aria-current="page"]': {
      color: vars.palette.text.primary,
      fontWeight: 600,
      borderColor: vars.palette.primary.main,
    },
  },
  [breakpoints.up('lg')]: {
    position: 'sticky',
    top: `calc(var(--titlebar) + ${spacing(3)})`,
    // No height, so that the page begins beside it.
    height: 0,
    margin: 0,
    overflow: 'visible',
    '& ul': {
      flexDirection: 'column',
      flexWrap: 'nowrap',
      width: columnWidth,
      marginLeft: -(columnWidth + columnGap),
      border: 0,
    },
    '& a': {
      padding: spacing(0.75, 1.5),
      margin: 0,
      border: 0,
      borderRadius: vars.shape.borderRadius,
      '&:hover, &[aria-current="page"]': { backgroundColor: vars.palette.action.hover },
    },
  },
}))
