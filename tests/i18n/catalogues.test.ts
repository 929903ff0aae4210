import { readFileSync } from 'node:fs'
import {
  isDateElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  isArgumentElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { sharedFilesField } from '../../contract/shareTarget.ts'
import { catalogues } from '../../i18n/catalogues/all.ts'
import { en } from '../../i18n/catalogues/en.ts'
import { fallbackLanguage, type Language, languages } from '../../contract/languages.ts'
import { catalogueParts } from '../../i18n/catalogueParts.ts'
import { plainTags } from '../../src/i18n/rich.ts'
import { translateSchemaMessage } from '../../i18n/translateSchemaMessage.ts'
import { changeLanguage } from '../../i18n/language.ts'
import {
  memosWithoutLanguage,
  textsKeptInState,
  sourcesIn,
  stringsIn,
  usesIn,
  textsOutsideCatalogues,
} from './sources.ts'
import { allowedWords } from './allowedWords.ts'

/** Refusals, which have codes (refusals.test.ts); and the description of the interface. */
const programTextPaths = /^contract\/(errors|callDescriptions|audit|doctor\/\w+|shownText)\.ts$/

/** What the server writes to people. */
const mailPaths = ['server/mail/codeMails.ts', 'server/notices/noticeMail.ts']

const sources = sourcesIn(['core', 'i18n', 'src', 'server']).filter(
  ({ path }) => !path.startsWith('i18n/catalogues/'),
)
const catalogueUses = sources.flatMap(usesIn)

/** 'area.name' → text. */
const textsOf = (language: Language): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(catalogues[language]).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]): [string, string] => [`${area}.${name}`, text]),
    ),
  )
const englishTexts = textsOf(fallbackLanguage)
const otherLanguages = languages.filter((language) => language !== fallbackLanguage)

/** What a text takes: 'count' for a value, '<b>' for a tag. */
function placeholdersOf(text: string): string[] {
  const found = new Set<string>()
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (isTagElement(element)) {
        found.add(`<${element.value}>`)
        walk(element.children)
      } else if (isPluralElement(element) || isSelectElement(element)) {
        found.add(element.value)
        Object.values(element.options).forEach(({ value }) => walk(value))
      } else if (
        isArgumentElement(element) ||
        isNumberElement(element) ||
        isDateElement(element) ||
        isTimeElement(element)
      )
        found.add(element.value)
      else if (!isPoundElement(element)) continue
    }
  }
  walk(parse(text))
  return [...found].sort()
}

describe.each(otherLanguages)('the catalogue of %s', (language) => {
  const texts = textsOf(language)

  it('has the texts of the English one, and no other', () => {
    expect([...texts.keys()]).toEqual([...englishTexts.keys()])
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('takes the same values and tags', () => {
    const differing = [...texts].flatMap(([key, text]) => {
      const [own, wanted] = [placeholdersOf(text).join(), placeholdersOf(englishTexts.get(key) ?? '').join()]
      return own === wanted ? [] : [`${key}: ${own} instead of ${wanted}`]
    })
    expect(differing).toEqual([])
  })

  it('says everything in its own words', () => {
    const words = (text: string) =>
      text.replaceAll(/<[^>]*>|\{\w+(, number)?\}/g, '').match(/\p{L}{3,}/gu) ?? []
    const same = [...texts].filter(([key, text]) => text === englishTexts.get(key) && words(text).length > 1)
    expect(same.filter(([key]) => !sameEverywhere.has(key))).toEqual([])
  })

  it('has typographic ellipses, quotation marks and dashes', () => {
    const careless = [...texts].filter(([, text]) => /\.\.\.|["“](?!\s)[^“”]*”|[^\s„“(]"| - /u.test(text))
    expect(careless).toEqual([])
  })
})

/** Commands, and names of things. */
const sameEverywhere = new Set([
  'receipt.commands',
  'diagnostics.abilityWebCrypto',
  'diagnostics.reportBrowser',
])

describe('texts', () => {
  it('are all used', () => {
    const strings = sources.map(stringsIn)
    const ofPage = ['index.html', 'public/manifest.webmanifest'].flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\{(\w+\.\w+)\}/g),
    ])
    const whole = new Set([...strings.flatMap((one) => one.whole), ...ofPage.map(([, key]) => key)])
    const beginnings = new Set(strings.flatMap((one) => one.beginnings))
    const isUsed = (key: string) =>
      whole.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning))
    expect([...englishTexts.keys()].filter((key) => !isUsed(key))).toEqual([])
  })

  it('that are used are there', () => {
    const missing = catalogueUses.flatMap(({ line, keys }) =>
      keys.filter((key) => !englishTexts.has(key)).map((key) => `${line} ${key}`),
    )
    expect(missing).toEqual([])
    expect(catalogueUses.length).toBeGreaterThan(300)
  })

  it('are given the values and tags that they take', () => {
    const wrong = catalogueUses.flatMap(({ line, keys, values, isRich }) =>
      values === null
        ? []
        : keys.flatMap((key) => {
            const wanted = placeholdersOf(englishTexts.get(key) ?? '')
              .filter((one) => !isRich || !plainTags.includes(one.slice(1, -1)))
              .map((one) => one.replaceAll(/[<>]/g, ''))
              .sort()
            const given = [...values].sort()
            return given.join() === wanted.join()
              ? []
              : [`${line} ${key}: ${given.join()} instead of ${wanted.join()}`]
          }),
    )
    expect(wrong).toEqual([])
  })

  it('with tags are rendered, and not written', () => {
    const written = catalogueUses.flatMap(({ line, keys, isRich }) =>
      keys
        .filter(
          (key) => !isRich && placeholdersOf(englishTexts.get(key) ?? '').some((one) => one.startsWith('<')),
        )
        .map(() => line),
    )
    expect(written).toEqual([])
  })

  it('are chosen when they are shown: no module keeps one, and nothing that is shown keeps the last language', () => {
    expect(catalogueUses.filter(({ atTheTop }) => atTheTop).map(({ line }) => line)).toEqual([])
    expect(sources.flatMap(memosWithoutLanguage)).toEqual([])
    expect(sources.flatMap(textsKeptInState)).toEqual([])
  })

  it('stand in catalogues, and nowhere else', () => {
    const screens = sources.filter(
      ({ path }) =>
        (mailPaths.includes(path) || path.startsWith('src/')) &&
        !/^(core|src\/platform)\/|\/(germanNouns|recoverySheetFile)\.ts$/.test(path),
    )
    const words = screens.flatMap((source) =>
      textsOutsideCatalogues(source).filter(({ text }) => !(allowedWords[source.path] ?? []).includes(text)),
    )
    expect(words).toEqual([])
  })

  it('of the contract, which is the interface for programs, are said by pages in their own words', async () => {
    await changeLanguage('de')
    const words = sourcesIn(['contract'])
      .filter(({ path }) => !programTextPaths.test(path))
      .flatMap((source) =>
        textsOutsideCatalogues(source).filter(
          ({ text }) => !(allowedWords[source.path] ?? []).includes(text),
        ),
      )
      .filter(({ text }) => translateSchemaMessage(text) === text)
    await changeLanguage('en')
    expect(words).toEqual([])
  })

  it('stand in no page that is drawn before the application, nor in its manifest', () => {
    const page = readFileSync('index.html', 'utf8').replaceAll(/<!--[^]*?-->|<style>[^]*?<\/style>/g, '')
    const shown = [
      ...page.matchAll(/>([^<>]+)(?=<)|(?:description"|alt|title)[^>]* (?:content|alt|title)="([^"]*)"/g),
    ]
    const manifest: string[] = []
    JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'), (key, value: unknown) => {
      if (/^(name|short_name|description|label|lang)$/.test(key)) manifest.push(String(value))
      return value
    })
    const words = [...shown.map(([, text, content]) => text ?? content ?? ''), ...manifest]
      .map((text) => text.trim())
      .filter((text) => !['', 'Sealpost', sharedFilesField].includes(text) && !/^\{[\w.]+\}$/.test(text))
    expect(words).toEqual([])
  })

  it('of a page are loaded with it', () => {
    const loaded = new Set<string>(Object.values(catalogueParts).flat())
    expect(Object.keys(en).filter((area) => !loaded.has(area))).toEqual([])
  })
})
