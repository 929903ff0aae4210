import { ThemeProvider } from '@mui/material/styles'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { noRules, type OperatorRules } from '../../../../contract/operatorRules.ts'
import type { InstalledRules } from '../../../../contract/schemas/operatorRules.ts'
import { LinkForm } from '../../../../src/features/share/LinkForm.tsx'
import { RulesForm } from '../../../../src/features/profile/rules/RulesForm.tsx'
import {
  rulesChanges,
  rulesFieldsOf,
  rulesOf,
  rulesSchema,
} from '../../../../src/features/profile/rules/rulesFields.ts'
import { store } from '../../../../src/store/store.ts'
import { defaultTheme } from '../../../../src/ui/theme/defaultTheme.ts'
import { problemsOf } from '../../forms/problemsOf.ts'

function markupOf(form: ReactElement): string {
  const themed = createElement(ThemeProvider, { theme: defaultTheme(), children: form })
  return renderToStaticMarkup(createElement(Provider, { store, children: themed })).replace(
    /<style.*?<\/style>/g,
    '',
  )
}

/** Names of the inputs that cannot be changed. */
const disabledFields = (markup: string): (string | undefined)[] =>
  [...markup.matchAll(/<(?:input|textarea)[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(' disabled') && tag.includes(' name="'))
    .map((tag) => / name="([^"]*)"/.exec(tag)?.[1])

const noInstalledRules: InstalledRules = { rules: noRules, fixed: [], broken: { folders: 0, links: 0 } }
const rulesFormMarkup = (changed: Partial<InstalledRules>, sendsMail = true) =>
  markupOf(
    createElement(RulesForm, {
      installed: { ...noInstalledRules, ...changed },
      sendsMail,
    }),
  )

it('shows the operator what the environment sets, and lets the rest be changed', () => {
  const markup = rulesFormMarkup({ fixed: ['max_link_days', 'require_link_password'] })
  expect(disabledFields(markup)).toEqual(['require_link_password', 'max_link_days'])
  expect(markup).toContain('Set by MAX_LINK_DAYS in the environment of the server.')
  expect(disabledFields(rulesFormMarkup({}))).toEqual([])
})

it('does not offer named people without a mail server, and lets them be switched off', () => {
  const markup = rulesFormMarkup({}, false)
  expect(disabledFields(markup)).toEqual(['require_named_people'])
  expect(markup).toContain('Not available: this server sends no mail')
  expect(
    disabledFields(rulesFormMarkup({ rules: { ...noRules, require_named_people: true } }, false)),
  ).toEqual([])
})

it('says how many folders and links break a rule', () => {
  const markup = rulesFormMarkup({ broken: { folders: 1, links: 12 } })
  expect(markup).toContain('In use although they break a rule: 1 folder, 12 download links.')
})

it('takes numbers and domains as typed', () => {
  const typed = {
    ...rulesFieldsOf(noRules),
    max_link_days: ' 30 ',
    email_domains: 'example.org;\nBücher.example',
  }
  expect(rulesOf(typed)).toEqual({
    ...noRules,
    ...{ max_link_days: 30, email_domains: ['example.org', 'Bücher.example'] },
  })
  expect(problemsOf(rulesSchema, typed)).toEqual({})
  expect(problemsOf(rulesSchema, { ...typed, max_link_uses: '0', email_domains: 'example' })).toEqual({
    max_link_uses: 'Enter a whole number from 1 to 1,000,000.',
    email_domains: 'Enter domains such as example.org.',
  })
})

it('sends the rules that differ from those shown: another window may have set the rest', () => {
  const shown = rulesFieldsOf({ ...noRules, max_link_days: 7 })
  expect(rulesChanges(shown, shown)).toEqual({})
  expect(rulesChanges({ ...shown, require_link_password: true }, shown)).toEqual({
    require_link_password: true,
  })
  expect(rulesChanges({ ...shown, max_link_days: '', email_domains: 'example.org' }, shown)).toEqual({
    max_link_days: null,
    email_domains: ['example.org'],
  })
})

it('says in the form of a link what is required, and locks it', () => {
  const linkForm = (rules: OperatorRules) =>
    markupOf(
      createElement(LinkForm, {
        ...{
          rules,
          links: [],
          target: null,
          records: [],
          rowNames: new Map(),
          error: null,
          leaveOut: null,
          accept: null,
          progress: null,
        },
        onTarget: () => undefined,
        onSubmit: () => undefined,
        onCancel: () => undefined,
      }),
    )
  const free = linkForm(noRules)
  expect(disabledFields(free)).toEqual([])
  expect(free).not.toContain('on this server')
  const ruled = linkForm({ ...noRules, require_link_password: true, max_link_days: 7, max_link_uses: 3 })
  expect(disabledFields(ruled)).toEqual(['hasPassword', 'expires'])
  expect(ruled).toContain('Required on this server.')
  expect(ruled).toContain('On this server at most 7 days.')
  expect(ruled).toContain('On this server at most 3.')
})
