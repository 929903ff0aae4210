import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import { t } from '../../../i18n/t.ts'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { FieldLabel } from '../../ui/theme/layout.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'

interface TargetChoiceProps {
  targets: readonly Folder[] | undefined
  failure: string | null
  onRetry: () => void
  chosen: number | null
  onChoose: (id: number) => void
}

/** Lists the shared folders that the person owns by the server's word, which copying verifies. */
export function TargetChoice({ targets, failure, onRetry, chosen, onChoose }: TargetChoiceProps) {
  const labelId = useId()
  if (!targets && failure !== null) return <ErrorBanner message={failure} onRetry={onRetry} />
  if (!targets) return <Explanation role="status">{t('copying.loading')}</Explanation>
  if (targets.length === 0) return <Typography variant="body2">{t('copying.noTargets')}</Typography>
  return (
    <div>
      <FieldLabel id={labelId}>{t('copying.into')}</FieldLabel>
      <Targets aria-labelledby={labelId} value={chosen} onChange={(_, id) => onChoose(Number(id))}>
        {targets.map(({ id, title, several, retention_days }) => (
          <FormControlLabel
            key={id}
            value={id}
            control={<Radio size="small" />}
            label={
              <>
                {folderTitle({ title })}
                <span className="people">
                  {` · ${t('people.count', { count: several?.people ?? 1 })}`}
                  {retention_days !== undefined && ` · ${t('files.retention', { count: retention_days })}`}
                </span>
              </>
            }
          />
        ))}
      </Targets>
    </div>
  )
}

const Targets = styled(RadioGroup)(({ theme: { vars } }) => ({
  maxHeight: 220,
  overflow: 'auto',
  flexWrap: 'nowrap',
  '& .people': { color: vars.palette.text.secondary },
}))
