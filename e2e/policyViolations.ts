import type { Browser, BrowserContext } from '@playwright/test'

/** What browsers write to the console when a page, frame or worker breaks its policy. */
const violationMessage =
  /Content.Security.Policy|Trusted(?:HTML|Script|ScriptURL| Type)|Integrity-Policy|Permissions-Policy|^Policy violation/i

/** Collects violations of policies in every new context of a browser, until it is stopped. */
export function recordPolicyViolations(browser: Browser): { violations: string[]; stop: () => void } {
  const violations: string[] = []
  const watch = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (violationMessage.test(message.text())) violations.push(message.text())
    })
    // Not every browser writes every violation.
    void context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        console.error(`Policy violation: ${effectiveDirective} ${blockedURI} ${sample}`),
      )
    })
  }
  browser.on('context', watch)
  return { violations, stop: () => void browser.off('context', watch) }
}
