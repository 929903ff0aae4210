import type { Figure } from '../results.ts'
import { figureKindOf, verdictTexts } from '../targets.ts'
import { escapeHtml } from './escapeHtml.ts'
import { valueText, valueWithUnit } from './text.ts'

/** A figure on a track of its own: the value with its spread, first bar and goal as marks. */
export function bulletChart(figure: Figure): string {
  const { id, value, low, high, verdict, smaller, rounds } = figure
  const { label, unit, better, bar, goal } = figureKindOf(id)
  if (verdict === null || bar === undefined || goal === undefined) return ''
  const top = Math.max(high, bar, goal) * 1.12
  const percent = (at: number) => `${((Math.max(0, at) / top) * 100).toFixed(2)}%`
  const spread = low === high ? '' : `${valueText(low, unit)} to ${valueText(high, unit)}, ${rounds} rounds`
  const wanted = `${better === 'higher' ? 'at least' : 'at most'} ${valueText(bar, unit)}, goal ${valueText(goal, unit)}`
  return `
<li class="bullet ${verdict}${smaller ? ' smaller' : ''}">
  <span class="what">${escapeHtml(label)}</span>
  <span class="value">${valueWithUnit(value, unit)}</span>
  <span class="track" title="${escapeHtml(wanted)}">
    <span class="fill" style="width:${percent(value)}"></span>
    ${low === high ? '' : `<span class="range" style="left:${percent(low)};width:${percent(high - low)}"></span>`}
    <span class="bar" style="left:${percent(bar)}"></span>
    <span class="goal" style="left:${percent(goal)}"></span>
  </span>
  <span class="wanted">${escapeHtml(wanted)}</span>
  <span class="spread">${spread}</span>
  <span class="verdict">${verdictTexts[verdict]}</span>
</li>`
}
