import { styled } from '@mui/material/styles'
import { integrityFile } from '../../../contract/integrityFiles.ts'
import { shownText } from '../../../contract/shownText.ts'
import { useLook } from '../theme/look.ts'
import { proofTexts, type ClaimedBuild } from './proofTexts.ts'
import { useAsyncValue } from '../hooks/useAsyncValue.ts'

/** Who runs the server, what this page can prove, and what it cannot. */
export function ProofList({ reader }: Pick<Parameters<typeof proofTexts>[0], 'reader'>) {
  const { name } = useLook()
  const claimedBuild = useAsyncValue(fetchClaimedBuild)
  if (claimedBuild === undefined) return null
  const operator = name === null ? null : shownText(name)
  return (
    <List>
      {proofTexts({ origin: window.location.origin, operator, reader, claimedBuild }).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </List>
  )
}

/** Null if the server has no list of the build, as in development. */
async function fetchClaimedBuild(): Promise<ClaimedBuild | null> {
  try {
    const { version, build } = (await (await fetch(`/${integrityFile}`)).json()) as Record<string, unknown>
    return typeof version === 'string' && typeof build === 'string' ? { version, build } : null
  } catch {
    return null
  }
}

const List = styled('ul')(({ theme: { vars, spacing, typography } }) => ({
  ...typography.body2,
  color: vars.palette.text.secondary,
  margin: 0,
  'h2 + &': { marginTop: spacing(1.5) },
  paddingLeft: spacing(2.5),
  '& > li + li': { marginTop: spacing(0.75) },
  overflowWrap: 'anywhere',
}))
