import { styled } from '@mui/material/styles'

/** Position of the fold on a 32-unit canvas; the disc has radius 14 around (16, 16). */
const foldX = 23
const halfFold = 12.12

/** The logo, for decoration: a disc with a fold, which turns outwards to open and fills the rim. */
export function SealMark({ state = 'closed', size = 28 }: { state?: 'open' | 'closed'; size?: number }) {
  const fold = (large: 0 | 1, sweep: 0 | 1) =>
    `M${foldX} ${16 - halfFold}A14 14 0 ${large} ${sweep} ${foldX} ${16 + halfFold}Z`
  return (
    <Mark viewBox="0 0 32 32" aria-hidden data-state={state} width={size} height={size}>
      <g transform="rotate(-45 16 16)">
        <path className="rim" d={fold(0, 1)} />
        <path className="disc" d={fold(1, 0)} />
        <path className="fold" d={fold(0, 1)} />
      </g>
    </Mark>
  )
}

const Mark = styled('svg')(({ theme }) => ({
  flex: 'none',
  display: 'block',
  '& .disc, & .rim': { fill: '#b3261e' },
  '& .rim': { fillOpacity: 0.22 },
  '& .fold': { fill: '#e8806f', transformOrigin: `${foldX}px 16px`, transition: 'transform 250ms ease-out' },
  '&[data-state="closed"] .fold': { transform: 'scaleX(-1)' },
  ...theme.applyStyles('dark', { '& .disc, & .rim': { fill: '#d8493d' }, '& .fold': { fill: '#ffa99d' } }),
}))
