import { t } from '../../../../i18n/t.ts'
import type { BrowserFeature, FeatureName, UploadRates } from '../../../platform/diagnostics.ts'
import { formatDecimal, formatRate } from '../../../../i18n/format.ts'

/** Steps of an upload, in their order. */
export const rateSteps = ['hash', 'seal', 'upload'] as const satisfies (keyof UploadRates)[]

const stepTexts = {
  hash: ['diagnostics.rateHash', 'diagnostics.testingHash'],
  seal: ['diagnostics.rateSeal', 'diagnostics.testingSeal'],
  upload: ['diagnostics.rateUpload', 'diagnostics.testingUpload'],
} as const

export const rateName = (step: keyof UploadRates): string => t(stepTexts[step][0])
export const testingText = (step: keyof UploadRates): string => t(stepTexts[step][1])

/** Formats a rate in bits a second, as networks are sold. */
export const rateText = (bytesPerSecond: number | null): string =>
  bytesPerSecond === null
    ? t('diagnostics.linkTakesTooLittle')
    : `${formatRate(bytesPerSecond)} (${formatDecimal((bytesPerSecond * 8) / 1e6, bytesPerSecond < 1.25e6 ? 1 : 0)} Mbit/s)`

export const featureName = (feature: FeatureName): string => t(`diagnostics.ability${feature}`)
export const featurePurpose = (feature: FeatureName): string => t(`diagnostics.purpose${feature}`)

/** Returns a report for support. It identifies the visitor by nothing but the browser's user agent. */
export function diagnosticsText(features: readonly BrowserFeature[], rates: UploadRates | null): string {
  const lines = [
    t('diagnostics.reportHead'),
    t('diagnostics.reportTime', { time: new Date().toISOString() }),
    t('diagnostics.reportBrowser', { browser: navigator.userAgent }),
    t('diagnostics.reportCores', { count: String(navigator.hardwareConcurrency) }),
    ...features.map(({ what, present }) =>
      t('diagnostics.reportAbility', {
        name: featureName(what),
        value: t(present ? 'diagnostics.yes' : 'diagnostics.no'),
        purpose: featurePurpose(what),
      }),
    ),
  ]
  if (rates) {
    for (const step of rateSteps)
      lines.push(t('diagnostics.reportFact', { name: rateName(step), value: rateText(rates[step]) }))
  } else lines.push(t('diagnostics.reportUntested'))
  return lines.join('\n')
}
