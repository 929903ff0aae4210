import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { catalogues } from '../i18n/catalogues/all.ts'
import { isLanguage, type Language, languages } from '../contract/languages.ts'
import { type Part, parts, serverParts } from '../i18n/parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/')
const replaced = `${root}i18n/messages.ts`

/** The module of a part of a language, by the name under which the server finds it in the manifest of the build. */
const idOf = (language: string, part: string) => `${root}i18n/catalogues/${language}.ts?part=${part}`
const partId = /\/i18n\/catalogues\/(\w+)\.ts\?part=(\w+)$/

/** Parts that browsers load. */
export const partsOfPages = (Object.keys(parts) as Part[]).filter(
  (part) => !serverParts.some((one) => one === part),
)

/** Puts compiled messages, in a file for each part of each language, in the place of catalogues: see [Note: Messages]. */
export function compiledTexts(wanted: readonly Part[]): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    resolveId: (id) => (partId.test(id) ? id : undefined),
    load(id) {
      if (id === replaced) return table(wanted)
      const [, language, part] = partId.exec(id) ?? []
      if (isLanguage(language) && part !== undefined && part in parts) {
        const messages = JSON.stringify(compiledPart(language, part as Part))
        return `export default JSON.parse(${JSON.stringify(messages)})`
      }
      return undefined
    },
    transformIndexHtml: (html) => html.replaceAll(inEachLanguage, (_, piece: string) => repeated(piece)),
  }
}

/** Texts of index.html itself: for whoever has no JavaScript, or a browser that cannot read the application. */
const inEachLanguage = /<!-- In each language[^>]*-->\n([^]*?) *<!-- End -->\n/g

const repeated = (piece: string): string =>
  languages
    .map((language) =>
      piece.replaceAll(/\{(?:language|(\w+)\.(\w+))\}/g, (_, area?: string, name?: string) =>
        area === undefined || name === undefined ? language : textOf(language, area, name),
      ),
    )
    .join('')

function textOf(language: Language, area: string, name: string): string {
  const texts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = catalogues[language]
  const text = texts[area]?.[name]
  if (text === undefined) throw new Error(`index.html wants a text that no catalogue has: ${area}.${name}`)
  return text
}

const compiledPart = (language: Language, part: Part) =>
  Object.fromEntries(
    parts[part].map((area) => [
      area,
      Object.fromEntries(
        Object.entries(catalogues[language][area]).map(([name, source]) => [name, compile(source)]),
      ),
    ]),
  )

/** The module in place of i18n/messages.ts. */
function table(wanted: readonly Part[]): string {
  const loaders = languages.flatMap((language) =>
    wanted.map((part) => {
      const id = JSON.stringify(idOf(language, part))
      return `${JSON.stringify(`${language}/${part}`)}: () => import(${id}),`
    }),
  )
  return [
    `const load = {${loaders.join('\n')}}`,
    `const held = {${languages.map((language) => `${language}: {}`).join(', ')}}`,
    'export async function loadMessages(language, part) {',
    '  Object.assign(held[language], (await load[`${language}/${part}`]()).default)',
    '}',
    'export function messageOf(language, key) {',
    "  const [area, name] = key.split('.', 2)",
    '  return held[language][area]?.[name]',
    '}',
  ].join('\n')
}
