import { expect, it, onTestFinished, vi } from 'vitest'
import { focusHeading, prepareHeadingFocus } from '../../../src/ui/hooks/focusHeading.ts'

/** A page with a heading, on which an element has the focus that only `selector` matches. */
function showPage(selector: string) {
  const focus = vi.fn()
  const activeElement = { matches: (selectors: string) => selectors.split(',').includes(selector) }
  vi.stubGlobal('document', { activeElement, querySelector: () => ({ focus }) })
  vi.stubGlobal('location', { pathname: '/folders' })
  onTestFinished(() => void vi.unstubAllGlobals())
  return focus
}

it('a heading takes the focus from a button, and never while a person types', () => {
  const fromButton = showPage('button')
  focusHeading()
  expect(fromButton).toHaveBeenCalledTimes(1)
  const fromField = showPage('textarea')
  focusHeading()
  expect(fromField).not.toHaveBeenCalled()
})

it('the end of an operation leaves the focus of another page', () => {
  const focus = showPage('button')
  const [here, left] = [prepareHeadingFocus(), prepareHeadingFocus()]
  here()
  expect(focus).toHaveBeenCalledTimes(1)
  vi.stubGlobal('location', { pathname: '/profile' })
  left()
  expect(focus).toHaveBeenCalledTimes(1)
})
