import { expect, type Locator, type Page } from '@playwright/test'

/** 'Create New Upload Folder' and 'Edit Upload Folder' */
export class FolderFormPage {
  readonly page: Page
  readonly title: Locator
  readonly expiration: Locator
  readonly passwordProtection: Locator
  readonly linkPassword: Locator
  readonly passwordConfirmation: Locator
  readonly requireEmail: Locator
  readonly allowedEmails: Locator
  readonly mimeCheck: Locator
  readonly active: Locator
  readonly mails: Locator
  /** Unfolds the options that few folders need. */
  readonly moreOptions: Locator

  constructor(page: Page) {
    this.page = page
    this.title = page.getByRole('textbox', { name: 'Title' })
    this.expiration = page.getByRole('combobox', { name: 'Expiration' })
    this.passwordProtection = page.getByRole('checkbox', {
      name: /^(Password protection|Change or remove password)$/,
    })
    this.linkPassword = page.getByRole('textbox', { name: /^(New link|Link) password$/ })
    this.passwordConfirmation = page.getByRole('textbox', { name: 'Confirm link password' })
    this.requireEmail = page.getByRole('checkbox', { name: 'Require e-mail verification' })
    this.allowedEmails = page.getByRole('textbox', { name: 'Allowed e-mails' })
    this.mimeCheck = page.getByRole('checkbox', { name: 'Check file types' })
    this.moreOptions = page.locator('summary').filter({ hasText: 'More options' })
    this.mails = page.getByRole('checkbox', { name: 'E-mail me when something arrives' })
    this.active = page.getByRole('checkbox', { name: 'Active' })
  }

  async goToNew(): Promise<this> {
    await this.page.goto('/folders/new')
    await expect(this.page.getByRole('heading', { name: 'Create New Upload Folder' })).toBeVisible()
    return this
  }

  async openOptions(): Promise<void> {
    await this.moreOptions.click()
  }

  async create(): Promise<void> {
    await this.page.getByRole('button', { name: 'Create folder' }).click()
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save changes' }).click()
  }
}
