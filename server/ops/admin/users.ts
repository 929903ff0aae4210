import { assertDefined } from '../../../contract/assertDefined.ts'
import { maxUsernameLength, minPasswordLength, minUsernameLength } from '../../../contract/limits.ts'
import { shownText } from '../../../contract/shownText.ts'
import { deleteApiTokensOfUser } from '../../db/accounts/apiTokens.ts'
import { deleteLoginTicketsOfUser } from '../../db/accounts/loginTickets.ts'
import { deleteIdentity, findIdentityOfUser, listIdentities } from '../../db/accounts/oidcIdentities.ts'
import { listSolelyOwnedFolders, type TitledFolder } from '../../db/folders/owners.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { deleteSessionsOfUser } from '../../db/accounts/sessions.ts'
import { disableTwoFactor } from '../../db/accounts/twoFactor.ts'
import {
  changeVerifier,
  countUsers,
  findUserByName,
  lockUser,
  listUsers,
  NameTakenError,
  setUserActive,
  setPasswordKind,
} from '../../db/accounts/users.ts'
import { deleteWebhooksOfPerson } from '../../db/notices/webhooks.ts'
import { transact } from '../../db/transact.ts'
import { addUser, generatePassword, verifierOfPassword } from '../../security/userPasswords.ts'
import { type Command, AdminCommandError, type CommandContext } from './command.ts'
import { fromFlag } from '../../db/flag.ts'

const maxPasswordLength = 1024

const addCommand: Command = {
  name: 'add',
  usage: 'NAME [--password P | --sso-only]',
  description:
    'adds an administrator; with --sso-only one who signs in by the provider, and not with a password',
  argumentCount: 1,
  options: ['password'],
  flags: ['sso-only'],
  async run(context, [name = ''], options, flags) {
    const username = name.trim()
    if (username.length < minUsernameLength || username.length > maxUsernameLength) {
      throw new AdminCommandError(
        `A user name must have ${minUsernameLength} to ${maxUsernameLength} characters.`,
      )
    }
    const isByProvider = flags.has('sso-only')
    if (isByProvider && options.password !== undefined)
      throw new AdminCommandError(
        'Who signs in by the provider alone gets no password: leave --password or --sso-only out.',
      )
    const password = isByProvider ? null : chosenOrGeneratedPassword(options.password)
    const db = await context.openDatabase()
    await transact(db, async (trx) => {
      if (isByProvider && (await countUsers(trx)) === 0)
        throw new AdminCommandError(
          'The first administrator runs the server, and needs a password that signs in without the provider.',
        )
      const accountId = await addUser(trx, username, password, new Date().toISOString())
      await context.record(trx, { kind: 'account-added', accountId })
    }).catch((error: unknown) => {
      throw error instanceof NameTakenError
        ? new AdminCommandError(`The name ${username} is already taken.`)
        : error
    })
    context.print(`${username} is now an administrator.`)
    if (password !== null) printGeneratedPassword(context, options.password, password)
    else
      context.print(
        `\`link ${username} ISSUER SUB\` says who they are at the provider. They set a key password in their profile.`,
      )
  },
}

const listCommand: Command = {
  name: 'list',
  usage: '[--json]',
  description: 'lists all administrators',
  flags: ['json'],
  async run(context, _args, _options, flags) {
    const db = await context.openDatabase()
    const users = await listUsers(db)
    const linked = new Set((await listIdentities(db)).map(({ user_id }) => user_id))
    const listed = users.map((user) => listEntryOf(user, linked.has(user.id)))
    if (flags.has('json')) {
      context.print(JSON.stringify(listed, undefined, 2))
      return
    }
    const rows = listed.map((one) => [
      one.name,
      one.active ? 'active' : 'disabled',
      one.operator ? 'operator' : '-',
      one.signIn.length > 0 ? one.signIn.join(', ') : 'not linked',
      one.twoFactor ? 'on' : 'off',
      one.key ? 'stored' : 'none',
      one.since.slice(0, 10),
    ])
    for (const line of tableLines(['NAME', 'STATE', 'ROLE', 'SIGN-IN', '2FA', 'KEY', 'SINCE'], rows))
      context.print(line)
  },
}

/** Output of --json. Keep the names; new ones may be added. */
const listEntryOf = (user: UserRow, isLinked: boolean) => ({
  name: user.username,
  active: fromFlag(user.is_active),
  operator: fromFlag(user.is_operator),
  signIn: [...(user.password_kind === 'login' ? ['password'] : []), ...(isLinked ? ['provider'] : [])],
  twoFactor: fromFlag(user.is_2fa_enabled),
  key: user.encrypted_private_key !== null,
  since: user.created_at,
})

const resetCommand: Command = {
  name: 'reset',
  usage: 'NAME [--password P]',
  description: 'sets a new password, turns two-factor authentication off, ends all sessions and API tokens',
  argumentCount: 1,
  options: ['password'],
  async run(context, [name = ''], options) {
    const password = chosenOrGeneratedPassword(options.password)
    const db = await context.openDatabase()
    const isByProvider = (await requireUser(db, name)).password_kind !== 'login'
    if (isByProvider && options.password !== undefined)
      throw new AdminCommandError(
        `${name} signs in by the provider, and chooses the key password: leave --password out, and they set another one in their profile.`,
      )
    const verifier = await verifierOfPassword(password)
    const user = await transact(db, async (trx) => {
      const current = await lockUser(trx, (await requireUser(trx, name)).id)
      if ((current.password_kind !== 'login') !== isByProvider)
        throw new AdminCommandError(`${name} was changed meanwhile. Try again.`)
      await changeVerifier(trx, current, verifier)
      if (isByProvider) await setPasswordKind(trx, current.id, 'none')
      await disableTwoFactor(trx, current.id)
      const details = await endSignIns(trx, current.id)
      await context.record(trx, { kind: 'account-reset', accountId: current.id, details })
      // Someone with the password may have linked their own identity.
      const linked = await findIdentityOfUser(trx, current.id)
      if (linked !== undefined && !isByProvider) {
        await deleteIdentity(trx, current.id)
        await context.record(trx, { kind: 'provider-unlinked', accountId: current.id })
      }
      return { ...current, linked }
    })
    const { linked } = user
    if (linked !== undefined)
      context.print(
        isByProvider
          ? `Linked to ${linked.sub} of ${linked.issuer}: \`unlink\` ends that, if it is somebody else.`
          : `The provider lets ${user.username} in no more (${linked.sub} of ${linked.issuer}); they link themselves again in the profile.`,
      )
    if (isByProvider)
      context.print(
        `${user.username} signs in by the provider as before, and sets another key password in the profile.`,
      )
    const passwordState = isByProvider ? 'no key password' : 'a new password'
    context.print(
      `${user.username} has ${passwordState}, no second factor, no open session and no API token.`,
    )
    if (!fromFlag(user.is_active))
      context.print(`${user.username} is disabled and cannot sign in until enabled.`)
    if (user.encrypted_private_key !== null) {
      const byCode = user.recovery_box === null ? '' : 'with the recovery code, '
      context.print(
        `The private key stays sealed under the old password. It opens with that, ${byCode}or from a backup.`,
      )
    }
    if (!isByProvider) printGeneratedPassword(context, options.password, password)
  },
}

const disableCommand: Command = {
  name: 'disable',
  usage: 'NAME [--force]',
  description:
    'keeps an administrator from signing in, ends all sessions, API tokens and webhooks; upload links go on',
  argumentCount: 1,
  flags: ['force'],
  async run(context, [name = ''], _options, flags) {
    const db = await context.openDatabase()
    const { user, orphans, webhooks } = await transact(db, async (trx) => {
      const found = await lockUser(trx, (await requireUser(trx, name)).id)
      const solelyOwned = await listSolelyOwnedFolders(trx, found.id)
      if (solelyOwned.length > 0 && !flags.has('force')) throw lastOwnerError(found, solelyOwned)
      await setUserActive(trx, found.id, false)
      const details = await endSignIns(trx, found.id)
      await context.record(trx, { kind: 'account-disabled', accountId: found.id, details })
      const webhookFolders = await deleteWebhooksOfPerson(trx, found.id)
      for (const folderId of webhookFolders) await context.record(trx, { kind: 'webhook-removed', folderId })
      return { user: found, orphans: solelyOwned, webhooks: webhookFolders.length }
    })
    context.print(`${user.username} cannot sign in any more.`)
    if (webhooks > 0)
      context.print(`Ended: ${webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`} of ${user.username}.`)
    if (fromFlag(user.is_operator))
      context.print(
        'They are still the operator of this server: `operator NAME` makes somebody else the one.',
      )
    if (orphans.length > 0)
      context.print(['No owner is left who can sign in:', ...titleLines(orphans)].join('\n'))
  },
}

const lastOwnerError = ({ username }: UserRow, folders: readonly TitledFolder[]): AdminCommandError =>
  new AdminCommandError(
    [
      `${username} is the last owner of folders of several people:`,
      ...titleLines(folders),
      `Nobody could let anybody in or take anybody out. Let ${username} make somebody else an owner first,`,
      'or say --force.',
    ].join('\n'),
  )

/** Titles, escaped for a terminal. */
const titleLines = (folders: readonly TitledFolder[]): string[] =>
  folders.map(({ title }) => `  ${JSON.stringify(shownText(title))}`)

const enableCommand: Command = {
  name: 'enable',
  usage: 'NAME',
  description: 'lets a disabled administrator sign in again',
  argumentCount: 1,
  async run(context, [name = '']) {
    const db = await context.openDatabase()
    const user = await requireUser(db, name)
    await transact(db, async (trx) => {
      await setUserActive(trx, user.id, true)
      await context.record(trx, { kind: 'account-enabled', accountId: user.id })
    })
    context.print(`${user.username} can sign in.`)
  },
}

export const userCommands: readonly Command[] = [
  addCommand,
  listCommand,
  resetCommand,
  disableCommand,
  enableCommand,
]

/** Finds a user by name. @throws AdminCommandError if there is none */
export async function requireUser(db: Db, name: string): Promise<UserRow> {
  const user = await findUserByName(db, name)
  if (user === undefined) throw new AdminCommandError(`There is no administrator named ${name}.`)
  return user
}

/** Ends the sessions, sign-ins in progress and API tokens of a user. Call it in a transaction. @returns their numbers */
export async function endSignIns(db: Db, userId: number): Promise<{ sessions: number; api_tokens: number }> {
  const sessions = await deleteSessionsOfUser(db, userId)
  await deleteLoginTicketsOfUser(db, userId)
  return { sessions, api_tokens: await deleteApiTokensOfUser(db, userId) }
}

function chosenOrGeneratedPassword(chosen: string | undefined): string {
  if (chosen === undefined) return generatePassword()
  if (chosen.length < minPasswordLength || chosen.length > maxPasswordLength) {
    throw new AdminCommandError(
      `A password must have ${minPasswordLength} to ${maxPasswordLength} characters.`,
    )
  }
  return chosen
}

function printGeneratedPassword(
  { print }: CommandContext,
  given: string | undefined,
  password: string,
): void {
  if (given !== undefined) return
  for (const line of ['', `  Password   ${password}`, '', 'This password is shown only once.']) print(line)
}

function tableLines(head: readonly string[], rows: readonly string[][]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => assertDefined(row[column]).length)))
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(assertDefined(widths[column])))
      .join('  ')
      .trimEnd(),
  )
}
