import { styled } from '@mui/material/styles'
import { t } from '../../../i18n/t.ts'
import { FileNames as Names } from '../../ui/FileName.tsx'
import { Scrolling } from '../../ui/layout.ts'

const named = 5

/** Names of the files of a link; those beyond the first are folded. */
export function LinkedFiles({ names }: { names: readonly string[] }) {
  const rest = names.slice(named)
  return (
    <Named>
      <Names names={names.slice(0, named)} />
      {rest.length > 0 && (
        <details>
          <summary>{t('ui.more', { count: rest.length })}</summary>
          <Scrolling tabIndex={0} role="group" aria-label={t('share.moreFilesLabel')}>
            <Names names={rest} />
          </Scrolling>
        </details>
      )}
    </Named>
  )
}

const Named = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  marginTop: spacing(0.75),
  overflowWrap: 'anywhere',
  '& > details': { color: vars.palette.text.secondary },
  '& > details > summary': { cursor: 'pointer' },
}))
