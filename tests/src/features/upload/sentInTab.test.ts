import { afterEach, expect, it, vi } from 'vitest'
import { readSentInTab, storeSentInTab } from '../../../../src/features/upload/sent/sentInTab.ts'

afterEach(() => void vi.unstubAllGlobals())

const newPage = (): Parameters<typeof storeSentInTab>[2] => ({ sentBefore: null })

function openTab() {
  const interrupted = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => interrupted.get(key) ?? null,
    setItem: (key: string, value: string) => void interrupted.set(key, value),
  })
  return interrupted
}

it('remembers for a link how much was sent by it and when, and neither the link nor a name', async () => {
  const interrupted = openTab()
  await storeSentInTab('secretToken', { files: 5, at: 1000 }, newPage())
  expect(await readSentInTab('secretToken')).toEqual({ files: 5, at: 1000 })
  expect(await readSentInTab('anotherLink')).toBeNull()
  const [text = ''] = [...interrupted.values()]
  expect(text).not.toContain('secretToken')
  expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(['at', 'files', 'mark'])
})

it('adds what each page of the link has sent in all to what the earlier ones have', async () => {
  openTab()
  const page = newPage()
  await storeSentInTab('link', { files: 3, at: 1000 }, page)
  await storeSentInTab('link', { files: 5, at: 2000 }, page)
  expect(await readSentInTab('link')).toEqual({ files: 5, at: 2000 })
  await storeSentInTab('link', { files: 5, at: 2000 }, page)
  const reloaded = newPage()
  await storeSentInTab('link', { files: 1, at: 3000 }, reloaded)
  await storeSentInTab('link', { files: 2, at: 4000 }, reloaded)
  expect(await readSentInTab('link')).toEqual({ files: 7, at: 4000 })
})

it('says nothing where the browser keeps nothing, or something else is there', async () => {
  const interrupted = openTab()
  expect(await readSentInTab('link')).toBeNull()
  for (const other of ['', '{', '7', '{"files":"5","at":1,"mark":"x"}']) {
    interrupted.set('sealpost-sent-in-tab', other)
    expect(await readSentInTab('link')).toBeNull()
  }
  vi.stubGlobal('sessionStorage', undefined)
  await expect(storeSentInTab('link', { files: 1, at: 1 }, newPage())).resolves.toBeUndefined()
  expect(await readSentInTab('link')).toBeNull()
})
