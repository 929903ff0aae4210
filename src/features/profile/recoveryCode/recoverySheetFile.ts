import { getLanguage } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { datedFileName } from '../backup/backupFile.ts'

/** Content of a recovery sheet. The code is secret and stored nowhere else. */
export interface SheetContent {
  code: string
  username: string
  address: string
  /** ISO time. */
  madeAt: string
  words: readonly string[]
}

/** A logo as a data URL, so that the file loads nothing. */
export interface SheetLogo {
  src: string
  width: number
  height: number
}

export const sheetClass = 'recovery-sheet'

/** Stylesheet of the sheet on screen, in print and in the file; it fits on one page of A4 and Letter. */
export const sheetStyle = `
.${sheetClass} { box-sizing: border-box; color: #141b2e; background: #fff; font: 14px/1.5 'Inter Variable', system-ui, -apple-system,
  'Segoe UI', Roboto, sans-serif; padding: 28px; overflow-wrap: anywhere; color-scheme: light; }
.${sheetClass} * { box-sizing: border-box; }
.${sheetClass} header { display: flex; align-items: center; gap: 10px; font-weight: 650; }
.${sheetClass} svg { width: 24px; height: 24px; flex: none; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
.${sheetClass} h2 { font-size: 24px; line-height: 1.25; font-weight: 650; letter-spacing: -0.02em; margin: 18px 0 4px; }
.${sheetClass} h3 { font-size: 14px; line-height: 1.4; font-weight: 650; margin: 18px 0 4px; }
.${sheetClass} p { margin: 0; }
.${sheetClass} .code { display: flex; flex-wrap: wrap; justify-content: center; gap: 4px 0; margin: 16px 0 6px;
  padding: 16px 8px; border: 1.5px solid #141b2e; border-radius: 8px; font: 600 20px/1.3 ui-monospace, 'SF Mono',
  'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace; white-space: nowrap; }
.${sheetClass} .hint { color: #565e71; font-size: 12px; text-align: center; }
.${sheetClass} dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 20px; margin: 20px 0 0; }
.${sheetClass} dt { color: #565e71; }
.${sheetClass} dd { margin: 0; font-weight: 560; }
.${sheetClass} .words { list-style: none; margin: 6px 0 0; padding: 0; display: grid; gap: 2px 16px;
  grid-template-columns: repeat(3, 1fr); counter-reset: word;
  font: 13px/1.5 ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace; }
.${sheetClass} .words li { counter-increment: word; }
.${sheetClass} .words li::before { content: counter(word); display: inline-block; width: 2.2em; color: #565e71; }
.${sheetClass} .steps { margin: 0; padding-left: 20px; }
.${sheetClass} .warning { margin-top: 18px; padding: 10px 14px; border: 1px solid #8a5800; border-left-width: 4px;
  border-radius: 8px; }
@media (max-width: 600px) { .${sheetClass} { padding: 18px; }
  .${sheetClass} h2 { font-size: clamp(16px, 5.1vw, 24px); } .${sheetClass} .code { font-size: 17px; }
  .${sheetClass} .words { grid-template-columns: repeat(2, 1fr); } }
@media print { .${sheetClass} { padding: 0; font-size: 15px; } .${sheetClass} .code { font-size: 24px; }
  .${sheetClass} h3 { font-size: 15px; margin-top: 22px; } .${sheetClass} .hint { font-size: 13px; }
  .${sheetClass} .words { font-size: 14px; } }
`

const pageStyle = '@page { margin: 16mm; }'

/** Prints the sheet alone, without the page of the application. */
export const printStyle = `
${pageStyle}
@media screen { body > .${sheetClass}-print { display: none; } }
@media print {
  html, body { background: #fff !important; overflow: visible !important; padding: 0 !important; }
  body > *:not(.${sheetClass}-print) { display: none !important; }
}
`

/** Returns the name of the sheet's file, without an extension. */
export const sheetName = ({ username, madeAt }: SheetContent): string =>
  datedFileName('recovery-code', username, new Date(madeAt))

/** Formats a date in the language of the sheet, with the month as a word, which is unambiguous everywhere. */
export const sheetDate = (iso: string): string =>
  new Intl.DateTimeFormat(getLanguage(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))

/** Returns a self-contained HTML file. @param sheet HTML of the rendered sheet, with typed text escaped */
export const sheetFileText = (sheet: string, service: string): string => `<!doctype html>
<html lang="${getLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('sheet.fileTitle', { service }).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
<style>${pageStyle}${sheetStyle}
body { margin: 0 auto; max-width: 720px; background: #fff; }
</style>
</head>
<body>
${sheet}
</body>
</html>
`
