// Draws the icons of the installed application from public/icon.svg, the mark itself:
//   node scripts/icons.ts
// What it writes is kept in the repository, so that nobody needs a browser to build.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { launchOptions } from '../e2e/launchOptions.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const paper = '#faf9f6'
const ink = '#141b2e'

const mark = readFileSync('public/icon.svg', 'utf8').replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
const picture = (content: string, background = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${background}${content}</svg>`
const sheet = (colour: string) => `<path fill="${colour}" d="M0 0h32v32H0z"/>`
const scaled = (content: string, scale: number) =>
  `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${content}</g>`

/** Systems cut a circle of four fifths out of a maskable icon, and round the corners of others. */
const maskable = picture(scaled(mark, 0.62), sheet(paper))
const touch = picture(scaled(mark, 0.72), sheet(paper))

/** Systems take the shape of it and give it their own colour: what is colour in the mark is density here. */
const monochrome = picture(
  '<g transform="rotate(-45 16 16)">' +
    '<path fill-opacity=".3" d="M23 3.88A14 14 0 0 1 23 28.12Z"/>' +
    '<path fill-opacity=".55" d="M23 3.88A14 14 0 0 0 23 28.12Z"/>' +
    '<path d="M23 3.88A14 14 0 1 0 23 28.12A14 14 0 0 1 23 3.88Z"/></g>',
)

/** A shortcut: a few strokes on a sheet. */
const shortcut = (strokes: string) =>
  picture(
    `<g fill="none" stroke="${ink}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">` +
      `${scaled(strokes, 0.78)}</g>`,
    sheet(paper),
  )
const newFolder =
  '<path d="M4 9a2 2 0 0 1 2-2h7l3 3h10a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z"/>' +
  '<path d="M16 13.5v8M12 17.5h8"/>'
const person = '<circle cx="16" cy="11" r="5"/><path d="M6 26.5c1.2-5 5.3-7.5 10-7.5s8.8 2.5 10 7.5"/>'

const drawings = [
  ['icon-192', picture(mark), 192],
  ['icon-512', picture(mark), 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  ['monochrome-192', monochrome, 192],
  ['monochrome-512', monochrome, 512],
  ['apple-touch-icon', touch, 180],
  ['new-folder-96', shortcut(newFolder), 96],
  ['profile-96', shortcut(person), 96],
] as const

writeFileSync('public/icons/maskable.svg', maskable)
writeFileSync('public/icons/monochrome.svg', monochrome)
const browser = await chromium.launch(launchOptions)
const page = await browser.newPage()
for (const [name, svg, size] of drawings) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`)
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true })
}
await browser.close()
