import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, signIn } from './fixtures.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { PeoplePanel } from './pages/peoplePanel.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import type { Person } from './sharing.ts'

/** One browser of one person, signed in. */
export class UserSession {
  readonly person: Person
  readonly page: Page
  readonly dashboard: DashboardPage
  readonly files: FolderFilesPage
  readonly people: PeoplePanel

  private constructor(who: Person, page: Page) {
    this.person = who
    this.page = page
    this.dashboard = new DashboardPage(page)
    this.files = new FolderFilesPage(page)
    this.people = new PeoplePanel(page)
  }

  /** Signs a person in, in a browser profile of its own. */
  static async open(browser: Browser, origin: string, who: Person): Promise<UserSession> {
    const context = await browser.newContext({ baseURL: origin })
    const session = new UserSession(who, await context.newPage())
    await signIn(session.page, { username: who.name, verifier: who.verifier })
    return session
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  /** Opens a folder, and unlocks the key there. */
  async openFolder(title: string): Promise<void> {
    await this.dashboard.openFolder(title)
    await this.people.unlock(this.person.password)
  }

  /** Reloads as after a crash: what the page knew is gone. */
  async reload(): Promise<void> {
    await this.page.reload()
    await this.people.unlock(this.person.password)
  }

  /** What the person hands to others, as their profile shows it. */
  async ownCode(): Promise<{ code: string; words: string[] }> {
    const { page } = await new ProfilePage(this.page).goTo('people')
    await page.getByRole('button', { name: 'Show my code' }).click()
    await unlockKey(page, this.person.password)
    const shown = page.getByLabel('My code', { exact: true })
    await expect(shown).toBeVisible()
    const words = page.getByRole('list', { name: 'Words of my code' }).getByRole('listitem')
    return { code: await shown.innerText(), words: await words.allInnerTexts() }
  }
}
