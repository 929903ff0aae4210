import { expect, type Locator, type Page } from '@playwright/test'
import { clipboardText } from '../clipboard.ts'
import { unlockKey } from './unlockKey.ts'

/** What came from somebody by another way than the server: their code, or the words of their key. */
export type GivenCode = string | { words: readonly string[]; username?: string }

/** What one browser shows of who is in a folder. */
export interface ShownPeople {
  /** In the order of the list: name, role, and whether their code was compared. */
  people: string[]
  /** Number and words of the newest entry of the roster. */
  newestChange: string
}

/** Who is in a folder of several people, on the page of its files, and what stands above it. */
export class PeoplePanel {
  readonly page: Page
  readonly section: Locator
  /** Everybody who is in the folder. */
  readonly list: Locator
  readonly addButton: Locator
  /** Number and words of the newest roster entry, to be compared with others; there behind a dialog, too. */
  readonly newestChange: Locator
  /** Nothing of the folder is opened, or something has to be known first. */
  readonly alarm: Locator
  /** Says who added this person to a folder that they have not accepted. */
  readonly invitation: Locator

  constructor(page: Page) {
    this.page = page
    this.section = page.getByRole('region', { name: 'People', exact: true })
    this.list = this.section.getByRole('list', { name: 'People of this folder' })
    this.addButton = this.section.getByRole('button', { name: 'Add a person' })
    this.newestChange = page.locator('#people details').filter({ hasText: 'Compare what you both see' })
    this.alarm = page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 2 }) })
    this.invitation = page.getByRole('status').filter({ hasText: /added you to/ })
  }

  async goTo(folderId: number): Promise<this> {
    await this.page.goto(`/folders/view/${folderId}`)
    return this
  }

  /** Unlocks the key; the folder is judged and opened then. */
  async unlock(password?: string): Promise<void> {
    await this.section.getByRole('button', { name: 'Show people' }).click()
    await unlockKey(this.page, password)
  }

  member(name: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name })
  }

  /** A notice at the top of the folder. */
  notice(title: string | RegExp): Locator {
    return this.page
      .getByRole('alert')
      .or(this.page.getByRole('status'))
      .filter({ has: this.page.getByRole('heading', { level: 2, name: title }) })
  }

  async #fillCode(dialog: Locator, given: GivenCode): Promise<void> {
    if (typeof given === 'string') {
      await dialog.getByRole('textbox', { name: 'Code' }).fill(given)
      return
    }
    await dialog.getByRole('radio', { name: 'Twelve words' }).check()
    if (given.username !== undefined)
      await dialog.getByRole('textbox', { name: 'Username' }).fill(given.username)
    await dialog.getByRole('textbox', { name: 'Twelve words' }).fill(given.words.join(' '))
  }

  /** Adds a person by what came over another channel. */
  async addPerson(given: GivenCode, role: 'Member' | 'Owner' = 'Member'): Promise<void> {
    const adding = await this.findPerson(given)
    await adding.getByRole('radio', { name: role }).check()
    await adding.getByRole('button', { name: 'Add to folder' }).click()
    await expect(adding).toBeHidden()
  }

  /** Finds a person by their code. @returns the dialog that adds them */
  async findPerson(given: GivenCode): Promise<Locator> {
    await this.addButton.click()
    const dialog = this.dialog('Add a person')
    await this.#fillCode(dialog, given)
    await dialog.getByRole('button', { name: 'Find' }).click()
    return this.dialog(/^Add (?!a Person)/)
  }

  /** One of the lines of somebody's menu. */
  async chooseAction(name: string, action: string | RegExp): Promise<void> {
    await this.list.getByRole('button', { name: `Actions for ${name}` }).click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  /** Removes somebody; the folder has a new key then. @returns its new upload link, as it is copied there */
  async remove(name: string): Promise<string> {
    await this.chooseAction(name, /remove/i)
    const dialog = this.dialog(new RegExp(`^(Remove ${name}|${name} was removed)$`))
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await this.page.context().grantPermissions(['clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy new upload link' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const link = await clipboardText(this.page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    return link
  }

  async makeOwner(name: string): Promise<void> {
    await this.chooseAction(name, 'Make an owner')
    const dialog = this.dialog(`Make ${name} an owner`)
    await dialog.getByRole('button', { name: 'Make an owner' }).click()
    await expect(dialog).toBeHidden()
  }

  /** What stands above the folder asks for the code of whoever made its newest statement. */
  async compareSigner(given: GivenCode): Promise<void> {
    await this.page.getByRole('button', { name: /^Compare the code of/ }).click()
    await this.#submitCode(given)
  }

  /** Compares the code of somebody who is in the list. */
  async compareMember(name: string, given: GivenCode): Promise<void> {
    await this.chooseAction(name, /^Compare/)
    await this.#submitCode(given)
  }

  async #submitCode(given: GivenCode): Promise<void> {
    const dialog = this.dialog(/^Compare the code of/)
    await this.#fillCode(dialog, given)
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await expect(dialog).toBeHidden()
  }

  /** Accepts an invitation, once its signer is compared. */
  async acceptInvitation(): Promise<void> {
    await this.page.getByRole('button', { name: /^Accept/ }).click()
    const dialog = this.dialog(/^Accept/)
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(dialog).toBeHidden()
  }

  async shownPeople(): Promise<ShownPeople> {
    await expect(this.list).toBeVisible()
    const people = await this.list.getByRole('listitem').evaluateAll(
      (items, facts) =>
        items.map((item) => {
          const name = item.querySelector('strong')?.textContent ?? ''
          return [name, ...facts.filter((fact) => item.textContent.includes(fact))].join(', ')
        }),
      ['Owner', 'Member', 'Asks to leave', 'Code compared', 'Code not compared'],
    )
    const [number = ''] = /no\. [\d,.]+/.exec((await this.newestChange.textContent()) ?? '') ?? []
    const words = await this.newestChange.locator('ol > li').allTextContents()
    return { people, newestChange: `${number.replace(/,$/, '')}: ${words.join(' ')}` }
  }
}
