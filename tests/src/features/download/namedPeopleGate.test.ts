import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openLink, pasteKeys } from '../../../../src/features/download/openLink.ts'
import { downloadStep, selectDownloadPage } from '../../../../src/features/download/downloadPageSlice.ts'
import { store } from '../../../../src/store/store.ts'
import { openAfterEmailGate } from './linkActions.ts'

const linkToken = 'A'.repeat(22)
const keysFragment = `*:${'A'.repeat(43)}=`
const pageState = () => selectDownloadPage(store.getState())

/** The page of a link for named people, whose server asks for a code and nothing else. */
function openedBy(hash: string): void {
  const status = {
    ...{ requires_password: false, requires_email: true, password_kdf: null, files: [] },
    ...{ reencrypted_keys: null, uses: null, expiration_date: null },
  }
  const location = { pathname: `/download/${linkToken}`, search: '', hash }
  vi.stubGlobal('window', { location, history: { state: null, replaceState: vi.fn() } })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(status)))
  onTestFinished(() => void vi.unstubAllGlobals())
}

beforeEach(() => {
  openedBy('')
})

it('asks for no code before the keys of the link are there, and then for one', async () => {
  await store.dispatch(openLink())
  expect(pageState()).toMatchObject({ step: downloadStep.error, keysMissing: true })
  await store.dispatch(pasteKeys(keysFragment))
  expect(pageState()).toMatchObject({ step: downloadStep.email, keysMissing: false, failure: null })
})

it('says that the link still asks after a code was right', async () => {
  openedBy(`#${keysFragment}`)
  await store.dispatch(openLink())
  expect(pageState().step).toBe(downloadStep.email)
  await expect(store.dispatch(openAfterEmailGate())).rejects.toMatchObject({
    fault: { code: 'downloadLinkNamed' },
  })
})
