import { deleteLoginTicketsOfUser } from '../../db/accounts/loginTickets.ts'
import {
  deleteIdentity,
  findIdentityOfUser,
  IdentityTakenError,
  setIdentity,
} from '../../db/accounts/oidcIdentities.ts'
import { deleteSessionsOfUser } from '../../db/accounts/sessions.ts'
import { transact } from '../../db/transact.ts'
import type { UserRow } from '../../db/schema.ts'
import { lockUser, setPasswordKind } from '../../db/accounts/users.ts'
import { signsInByPassword } from '../../security/userPasswords.ts'
import { issuerKey } from '../../config/oidcSettings.ts'
import { endSignIns, requireUser } from './users.ts'
import { type Command, AdminCommandError, type CommandContext } from './command.ts'
import { fromFlag } from '../../db/flag.ts'

const linkCommand: Command = {
  name: 'link',
  usage: 'NAME ISSUER SUB',
  description: 'lets a person of the sign-in provider in as an administrator',
  argumentCount: 3,
  async run(context, [name = '', text = '', sub = '']) {
    const issuer = readIssuer(text, context.config.oidc?.issuer)
    if (sub.length === 0 || sub.length > 255)
      throw new AdminCommandError('SUB must have 1 to 255 characters.')
    const db = await context.openDatabase()
    const { user, former } = await transact(db, async (trx) => {
      const found = await lockUser(trx, (await requireUser(trx, name)).id)
      const before = await findIdentityOfUser(trx, found.id)
      const isOther = before !== undefined && (before.issuer !== issuer || before.sub !== sub)
      // Someone who was linked by mistake may be signed in.
      if (isOther) await endSignIns(trx, found.id)
      await setIdentity(trx, { user_id: found.id, issuer, sub, linked_at: new Date().toISOString() })
      await context.record(trx, { kind: 'provider-linked', accountId: found.id })
      return { user: found, former: isOther ? before : undefined }
    }).catch((error: unknown) => {
      throw error instanceof IdentityTakenError
        ? new AdminCommandError('Another administrator is linked to this person: `unlink` them first.')
        : error
    })
    context.print(`${user.username} signs in as ${sub} of ${issuer}, and as nobody else there.`)
    if (former !== undefined)
      context.print(
        `${former.sub} of ${former.issuer} does not any more: all sessions and API tokens have ended.`,
      )
    if (!fromFlag(user.is_active))
      context.print(`${user.username} is disabled and cannot sign in until enabled.`)
  },
}

/** Checks an ISSUER argument, which must be the configured provider. @throws AdminCommandError */
function readIssuer(typed: string, configured: string | undefined): string {
  const isAddress = URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol)
  if (!isAddress) throw new AdminCommandError('ISSUER must be an address, as OIDC_ISSUER is.')
  if (configured === undefined)
    throw new AdminCommandError(
      'No provider signs anybody in: OIDC_ISSUER is not set here. Start this command with the settings of the server.',
    )
  if (issuerKey(typed) !== configured)
    throw new AdminCommandError(`ISSUER is not the provider of this server. OIDC_ISSUER is ${configured}`)
  return configured
}

const unlinkCommand: Command = {
  name: 'unlink',
  usage: 'NAME [--force]',
  description: 'ends sign-in by the provider for an administrator, all sessions and API tokens',
  argumentCount: 1,
  flags: ['force'],
  async run(context, [name = ''], _options, flags) {
    const db = await context.openDatabase()
    const user = await transact(db, async (trx) => {
      const found = await lockUser(trx, (await requireUser(trx, name)).id)
      if ((await findIdentityOfUser(trx, found.id)) === undefined)
        throw new AdminCommandError(`${found.username} is not linked to anybody.`)
      if (!signsInByPassword(found, isPasswordForOperatorOnly(context)) && !flags.has('force'))
        throw new AdminCommandError(
          `Nothing else lets ${found.username} in. Say --force to unlink them all the same` +
            (mayUsePassword(context, found)
              ? `,\nor let their password sign in first: \`sign-in ${found.username} password\`.`
              : '.'),
        )
      await deleteIdentity(trx, found.id)
      const details = await endSignIns(trx, found.id)
      await context.record(trx, { kind: 'provider-unlinked', accountId: found.id, details })
      return found
    })
    context.print(
      `The provider does not let ${user.username} in any more. All sessions and API tokens have ended.`,
    )
  },
}

const signInCommand: Command = {
  name: 'sign-in',
  usage: 'NAME password|provider',
  description: 'says whether the password of an administrator signs in, or opens the key alone',
  argumentCount: 2,
  async run(context, [name = '', method = '']) {
    if (method !== 'password' && method !== 'provider')
      throw new AdminCommandError('Say `password`, or `provider` for who signs in by the provider alone.')
    const db = await context.openDatabase()
    const { user, isLinked } = await transact(db, async (trx) => {
      const found = await lockUser(trx, (await requireUser(trx, name)).id)
      if (method === 'password' && found.password_kind === 'none')
        throw new AdminCommandError(
          `${found.username} has no password. Let them set a key password in their profile first.`,
        )
      if (method === 'provider' && fromFlag(found.is_operator))
        throw new AdminCommandError(
          `${found.username} is the operator, whose password signs in whatever happens to the provider. ` +
            '`operator NAME` makes somebody else the one.',
        )
      const kind = method === 'password' ? 'login' : found.password_kind === 'none' ? 'none' : 'key'
      if (kind !== found.password_kind) {
        await setPasswordKind(trx, found.id, kind)
        await deleteSessionsOfUser(trx, found.id)
        await deleteLoginTicketsOfUser(trx, found.id)
        const event = kind === 'login' ? 'password-signs-in' : 'password-opens-the-key-alone'
        await context.record(trx, { kind: event, accountId: found.id })
      }
      return { user: found, isLinked: (await findIdentityOfUser(trx, found.id)) !== undefined }
    })
    if (method === 'password')
      context.print(
        mayUsePassword(context, user)
          ? `${user.username} signs in with the password that they have.`
          : `${user.username} has a login password now, but OIDC_ONLY=1 lets only the operator's sign in. ` +
              `\`operator ${user.username}\` makes them the operator.`,
      )
    else
      context.print(
        `${user.username} signs in by the provider. ` +
          (user.password_kind === 'none'
            ? 'They have no password, and can set a key password in their profile.'
            : 'Their password opens the private key, and is a key password now.'),
      )
    if (method === 'provider' && !isLinked)
      context.print(`They are not linked yet: \`link ${user.username} ISSUER SUB\` says who they are there.`)
  },
}

const isPasswordForOperatorOnly = ({ config }: CommandContext): boolean =>
  config.oidc?.isPasswordForOperatorOnly === true

/** True if a password may sign the user in: with OIDC_ONLY=1 only the operator's may. */
const mayUsePassword = (context: CommandContext, user: UserRow): boolean =>
  fromFlag(user.is_operator) || !isPasswordForOperatorOnly(context)

export const singleSignOnCommands: readonly Command[] = [linkCommand, unlinkCommand, signInCommand]
