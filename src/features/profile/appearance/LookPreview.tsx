import { styled } from '@mui/material/styles'
import { lowestContrast, surfaces, type Scheme, readableTone } from '../../../../contract/accent.ts'
import { logoSize, productName } from '../../../../contract/shownLook.ts'
import { shownLines, shownText } from '../../../../contract/shownText.ts'
import { t } from '../../../../i18n/t.ts'
import { formatDecimal } from '../../../../i18n/format.ts'
import { FieldLabel } from '../../../ui/theme/layout.ts'
import { SealMark } from '../../../ui/page/SealMark.tsx'
import { defaultTheme } from '../../../ui/theme/defaultTheme.ts'

export interface PreviewedLook {
  name: string
  /** '#rrggbb'; null for the default. */
  accent: string | null
  greeting: string
  logo: { src: string; width: number; height: number } | null
}

export function LookPreview({ look }: { look: PreviewedLook }) {
  return (
    <div>
      <FieldLabel>{t('look.preview')}</FieldLabel>
      <Samples>
        <Sample scheme="light" look={look} />
        <Sample scheme="dark" look={look} />
      </Samples>
    </div>
  )
}

const paletteOf = (scheme: Scheme) => (defaultTheme().colorSchemes[scheme] ?? defaultTheme()).palette

function Sample({ scheme, look: { name, accent, greeting, logo } }: { scheme: Scheme; look: PreviewedLook }) {
  const { background, text, divider, primary } = paletteOf(scheme)
  const { main } = readableTone(accent ?? primary.main, scheme)
  const change = accent === null || main === accent ? 'none' : scheme === 'light' ? 'darker' : 'lighter'
  // Round down, so as not to overstate it.
  const ratio = formatDecimal(Math.floor(lowestContrast(main, scheme) * 10) / 10, 1)
  const label = t(scheme === 'light' ? 'look.onLight' : 'look.onDark')
  return (
    <Card
      role="group"
      aria-label={label}
      style={{ background: background.default, color: text.primary, borderColor: divider }}
    >
      <div className="head" style={{ borderColor: divider }}>
        {logo === null ? <SealMark size={22} /> : <img src={logo.src} alt="" {...logoSize(logo)} />}
        <span>{name.trim() === '' ? productName : shownText(name.trim())}</span>
      </div>
      <div className="page">
        <strong>{t('look.sampleTitle')}</strong>
        <p>{greeting.trim() === '' ? t('look.sampleText') : shownLines(greeting.trim())}</p>
        <div className="acts">
          <span className="button" style={{ background: main, color: surfaces[scheme].ink }}>
            {t('look.sampleButton')}
          </span>
          <span style={{ color: main, fontWeight: 560 }}>{t('look.sampleLink')}</span>
        </div>
      </div>
      <p className="figure" style={{ borderColor: divider, color: text.secondary }}>
        {t('look.contrast', { place: label, colour: main, ratio, change })}
      </p>
    </Card>
  )
}

const Samples = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  display: 'grid',
  gap: spacing(2),
  [breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}))

const Card = styled('div')(({ theme: { typography, spacing, shape } }) => ({
  ...typography.body2,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  border: '1px solid',
  borderRadius: shape.borderRadius,
  overflow: 'hidden',
  '& > .head': {
    ...typography.brand,
    display: 'flex',
    alignItems: 'center',
    gap: spacing(1.25),
    height: 48,
    paddingInline: spacing(1.5),
    borderBottom: '1px solid',
    '& > img, & > svg': { flex: 'none' },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  '& > .page': { flex: 1, padding: spacing(2, 1.5), '& > strong': typography.h3 },
  '& p': { margin: spacing(0.5, 0, 1.5), whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& .acts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: spacing(1, 2) },
  '& .button': { ...typography.button, padding: spacing(1, 2), borderRadius: shape.borderRadius },
  '& > .figure': { ...typography.small, margin: 0, padding: spacing(1, 1.5), borderTop: '1px solid' },
}))
