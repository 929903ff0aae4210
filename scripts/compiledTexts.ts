import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { catalogues } from '../i18n/catalogues/all.ts'
import { isLanguage, type Language, languages } from '../contract/languages.ts'
import { type CataloguePart, catalogueParts, serverCatalogueParts } from '../i18n/catalogueParts.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/')
const replacedModule = `${root}i18n/messages.ts`

/** The module of a part of a language, by the name under which the server finds it in the manifest of the build. */
const partModuleId = (language: string, part: string) => `${root}i18n/catalogues/${language}.ts?part=${part}`
const partIdPattern = /\/i18n\/catalogues\/(\w+)\.ts\?part=(\w+)$/

/** Parts that browsers load. */
export const pageParts = (Object.keys(catalogueParts) as CataloguePart[]).filter(
  (part) => !serverCatalogueParts.some((one) => one === part),
)

/** Puts compiled messages, in a file for each part of each language, in the place of catalogues: see [Note: Messages]. */
export function compiledTexts(wanted: readonly CataloguePart[]): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    resolveId: (id) => (partIdPattern.test(id) ? id : undefined),
    load(id) {
      if (id === replacedModule) return messagesModule(wanted)
      const [, language, part] = partIdPattern.exec(id) ?? []
      if (isLanguage(language) && part !== undefined && part in catalogueParts) {
        const messages = JSON.stringify(compiledPart(language, part as CataloguePart))
        return `export default JSON.parse(${JSON.stringify(messages)})`
      }
      return undefined
    },
    transformIndexHtml: (html) =>
      html.replaceAll(eachLanguagePattern, (_, piece: string) => repeatInEachLanguage(piece)),
  }
}

/** Texts of index.html itself: for whoever has no JavaScript, or a browser that cannot read the application. */
const eachLanguagePattern = /<!-- In each language[^>]*-->\n([^]*?) *<!-- End -->\n/g

const repeatInEachLanguage = (piece: string): string =>
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

const compiledPart = (language: Language, part: CataloguePart) =>
  Object.fromEntries(
    catalogueParts[part].map((area) => [
      area,
      Object.fromEntries(
        Object.entries(catalogues[language][area]).map(([name, source]) => [name, compile(source)]),
      ),
    ]),
  )

/** The module in place of i18n/messages.ts. */
function messagesModule(wanted: readonly CataloguePart[]): string {
  const loaders = languages.flatMap((language) =>
    wanted.map((part) => {
      const id = JSON.stringify(partModuleId(language, part))
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
