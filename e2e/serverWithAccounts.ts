import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Account, AdminApi } from './adminApi.ts'
import { adminPassword, adminUsername, TestServer } from './server.ts'
import { createOwnServices } from './services.ts'

/** The administrator that a server begins with, and a key pair for them. */
export async function setUpFirstAccount({ origin }: TestServer): Promise<Account> {
  const { pair, verifier } = await AdminApi.signIn(origin)
  return { username: adminUsername, password: adminPassword, verifier, pair }
}

/** A server with somebody who has a key pair in force, and as many like them as are asked for. */
export class ServerWithAccounts {
  readonly server: TestServer
  readonly firstAccount: Account
  #accounts = 0

  private constructor(server: TestServer, first: Account) {
    this.server = server
    this.firstAccount = first
  }

  static async start(): Promise<ServerWithAccounts> {
    const server = await TestServer.start(undefined, await createOwnServices())
    return new ServerWithAccounts(server, await setUpFirstAccount(server))
  }

  /** Another administrator, with password and key pair of the first; no visitor has been counted since. */
  newAccount(): Account {
    const username = `admin${++this.#accounts}`
    const copied = [
      ...['created_at', 'verifier_salt', 'verifier_iterations', 'verifier_hash', 'public_key_spki'],
      ...['encrypted_private_key', 'kdf_salt', 'kdf_iterations'],
    ].join()
    const database = new Database(join(this.server.dataDir, 'sealpost.db'), {
      fileMustExist: true,
      timeout: 5000,
    })
    database
      .prepare(
        `INSERT INTO user (username, username_key, ${copied}) SELECT ?, ?, ${copied} FROM user WHERE username = ?`,
      )
      .run(username, username, adminUsername)
    database.exec('DELETE FROM rate_limit')
    database.close()
    return { ...this.firstAccount, username }
  }
}
