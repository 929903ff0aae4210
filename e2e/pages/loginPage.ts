import { expect, type Page } from '@playwright/test'
import { adminPassword, adminUsername } from '../server.ts'
import { DashboardPage } from './dashboardPage.ts'

export class LoginPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get error() {
    return this.page.locator('form').getByRole('alert')
  }

  /** Submits user name and password, the first step of a sign-in. */
  async enterPassword(password = adminPassword, username = adminUsername): Promise<void> {
    await this.page.getByLabel('Username').fill(username)
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await this.page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  /** Submits the code of the authenticator, the second step. */
  async enterCode(code: string): Promise<void> {
    await this.page.getByLabel('Authenticator code').fill(code)
    await this.page.getByRole('button', { name: 'Verify Code' }).click()
  }

  async signIn(password = adminPassword, username = adminUsername): Promise<DashboardPage> {
    await this.page.goto('/login')
    await this.enterPassword(password, username)
    await expect(this.page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    return new DashboardPage(this.page)
  }
}
