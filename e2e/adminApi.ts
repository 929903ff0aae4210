import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { posix } from 'node:path'
import {
  boundTo,
  chunkBytes,
  contentRoot,
  type FileSecret,
  hiddenRow,
  type ManifestFields,
  leafOf,
  leavesOf,
  loginVerifier,
  newSecret,
  sealBytes,
  sealChunk,
  sealedSize,
  sealLink,
  sealLinkBox,
  sealManifest,
  sealPrivateKey,
  sha256,
  wrapKey,
} from './sealing.ts'
import { adminPassword, adminUsername } from './server.ts'

/** A file to be stored: its bytes, or where they lie on disk. Paths have the directory in front. */
export interface SourceFile {
  path: string
  content: Buffer | { file: string }
  mtime?: number
  /** Changes what the manifest says, as a server never could. */
  manifest?: Partial<ManifestFields> | null
  /** Says by which link it is sent. */
  isBound?: boolean
  /** Hides its names from the server. */
  isHidden?: boolean
}

export interface StoredFile {
  id: number
  path: string
  secret: FileSecret
  sha256: string
  size: number
}

export interface Folder {
  id: number
  link_token: string
}

export interface Link {
  url: string
  token: string
  fragment: string
}

export interface Credentials {
  username: string
  password: string
}

const firstAdministrator: Credentials = { username: adminUsername, password: adminPassword }

const namesOf = (path: string) => ({ name: posix.basename(path), path: posix.dirname(path) })

const partSize = { chunks: 64, bytes: 64 * (chunkBytes + 16) }

/** A user whose key pair is in force, with the verifier that a sign-in sends instead of the password. */
export interface Account extends Credentials {
  verifier: string
  pair: { publicKey: KeyObject; privateKey: KeyObject }
}

/**
 * Client of the API for one user, who also sends files. It seals with an implementation of its own, and prepares in a
 * second what a test needs before its first screen. The bench prepares each build by this class of its checkout, so the
 * methods keep their names.
 */
export class AdminApi {
  readonly #origin: string
  readonly #credentials: Credentials
  readonly #cookies = new Map<string, string>()
  #publicKey: KeyObject
  /** Private key of the same pair; without it no link can be sealed. */
  #pkcs8 = Buffer.alloc(0)
  #folder = { id: 0, link_token: '' }

  private constructor(origin: string, publicKey: KeyObject, credentials: Credentials) {
    this.#origin = origin
    this.#publicKey = publicKey
    this.#credentials = credentials
  }

  /** Signs in as the first administrator, puts a new key pair in force and creates the default folder of `store`. */
  static async start(origin: string): Promise<AdminApi> {
    const { api } = await AdminApi.signIn(origin)
    await api.storeInto('Shared')
    return api
  }

  /** Signs in as a user whose key pair is in force. */
  static async as(origin: string, account: Account): Promise<AdminApi> {
    const { username, verifier, pair } = account
    const api = new AdminApi(origin, pair.publicKey, account)
    api.#pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
    await api.json('POST', '/auth/token', { username, password: verifier })
    return api
  }

  /** Signs in; the server keeps the key pair in force, and the returned new one is not. */
  static async enter(origin: string, credentials: Credentials = firstAdministrator) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const api = new AdminApi(origin, pair.publicKey, credentials)
    const verifier = await api.loginVerifier()
    const { user } = await api.json<{ user: { id: number } }>('POST', '/auth/token', {
      username: credentials.username,
      password: verifier,
    })
    return { api, pair, userId: user.id, verifier }
  }

  /** Signs in and puts a new key pair in force. Also returns its private key as it is stored. */
  static async signIn(origin: string, credentials: Credentials = firstAdministrator) {
    const entered = await AdminApi.enter(origin, credentials)
    return { ...entered, sealedKey: await entered.api.putInForce(entered.pair) }
  }

  /** Derives what a sign-in sends instead of the password. */
  async loginVerifier(): Promise<string> {
    const { username, password } = this.#credentials
    return loginVerifier(password, await this.json('POST', '/auth/prelogin', { username }))
  }

  /** Puts a key pair in force, to which later files are sealed. @returns its private key as stored and backed up */
  async putInForce({ publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })) {
    this.#publicKey = publicKey
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    await this.json('PUT', '/auth/public-key', { public_key_spki: spki })
    this.#pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
    const sealed = sealPrivateKey(this.#pkcs8, this.#credentials.password)
    await this.json('PUT', '/auth/users/me/encrypted-key', sealed)
    return sealed
  }

  createFolder(payload: { title: string } & Record<string, unknown>): Promise<Folder> {
    return this.json('POST', '/folders/', payload)
  }

  /** Creates the folder in which `store` puts files by default. */
  async storeInto(title: string): Promise<Folder> {
    this.#folder = await this.createFolder({ title, perform_mime_check: false })
    return this.#folder
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, {
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return (text === '' ? null : JSON.parse(text)) as T
  }

  /** @throws unless the server answers with success */
  async send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const csrf = this.#cookies.get('csrftoken')
    const response = await fetch(`${this.#origin}/api${path}`, {
      ...init,
      method,
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(csrf !== undefined && { 'x-csrftoken': csrf }),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  /** Stores files as a sender would: small ones many in a request, large ones in parts. Sealed to the user's own key by default. */
  async store(
    files: SourceFile[],
    folder: Folder = this.#folder,
    recipient = this.#publicKey,
  ): Promise<StoredFile[]> {
    const stored: StoredFile[] = []
    const batch = randomBytes(16).toString('base64url')
    for (let at = 0; at < files.length; at += 200) {
      const share = files.slice(at, at + 200)
      const form = new FormData()
      const sealed = []
      for (const [index, file] of share.entries()) {
        sealed.push(await this.#seal(file, folder, { batch, index: at + index, count: files.length }))
      }
      for (const { file, row, body, type } of sealed) {
        form.append('files', new Blob([new Uint8Array(body)], { type }), row.name)
        form.append('encrypted_keys', wrapKey(recipient, file.secret.key))
        form.append('encryption_ivs', file.secret.iv.toString('base64'))
        form.append('relative_paths', row.path)
        form.append('file_hashes', row.sha256)
      }
      for (const { manifest } of sealed) form.append('file_manifests', manifest ?? '')
      const answer = await this.send('POST', `/upload/${folder.link_token}`, { body: form })
      const { successful_files, failed_files } = (await answer.json()) as {
        successful_files: { id: number }[]
        failed_files: object[]
      }
      if (failed_files.length > 0) throw new Error(`not stored: ${JSON.stringify(failed_files)}`)
      for (const [index, { file }] of sealed.entries()) {
        stored.push({ ...file, id: successful_files[index]?.id ?? 0 })
      }
    }
    return stored
  }

  async #seal(source: SourceFile, folder: Folder, place: Pick<ManifestFields, 'batch' | 'index' | 'count'>) {
    const { path, content, mtime } = source
    const secret = newSecret()
    const { body, hash, size, leaves, type } = Buffer.isBuffer(content)
      ? {
          ...{ body: sealBytes(secret, content), hash: sha256(content), size: content.length },
          ...{ leaves: leavesOf(content), type: 'application/octet-stream' },
        }
      : await this.#storeParts(secret, folder, content.file)
    const fields: ManifestFields = {
      size,
      sha256: hash,
      ...namesOf(path),
      ...(mtime !== undefined && { mtime }),
      ...place,
      ...contentRoot(size, leaves),
      ...(source.isHidden === true && { private: 1 as const }),
      ...(source.isBound === true && { to: boundTo(secret, folder.link_token) }),
      ...source.manifest,
    }
    const manifest = source.manifest === null ? null : sealManifest(secret, fields)
    const row = source.isHidden === true ? hiddenRow(secret, fields) : { ...namesOf(path), sha256: hash }
    return { file: { path, secret, sha256: hash, size }, row, body, type, manifest }
  }

  /** @returns the reference that stands for the file in a form */
  async #storeParts(secret: FileSecret, folder: Folder, path: string) {
    const file = await open(path)
    const { size } = await file.stat()
    const link = `/upload/${folder.link_token}/files`
    const { upload_id } = await this.json<{ upload_id: string }>('POST', link, {
      size: sealedSize(size),
      part_size: partSize.bytes,
    })
    const hash = createHash('sha256')
    const leaves: Buffer[] = []
    const plain = Buffer.alloc(chunkBytes)
    let chunk = 0
    for (let n = 1; chunk * chunkBytes < size; n++) {
      const pieces: Buffer[] = []
      for (; pieces.length < partSize.chunks && chunk * chunkBytes < size; chunk++) {
        const { bytesRead } = await file.read(plain, 0, chunkBytes, chunk * chunkBytes)
        hash.update(plain.subarray(0, bytesRead))
        leaves.push(leafOf(plain.subarray(0, bytesRead)))
        pieces.push(sealChunk(secret, size, chunk, plain.subarray(0, bytesRead)))
      }
      await this.send('PUT', `${link}/${upload_id}/parts/${n}`, {
        body: Buffer.concat(pieces),
        headers: { 'content-type': 'application/octet-stream' },
      })
    }
    await file.close()
    const type = 'application/vnd.sealpost.upload-reference'
    return { body: Buffer.from(upload_id), hash: hash.digest('hex'), size, leaves, type }
  }

  /** A download link; the fragment in the form that the number of files asks for, unless told. */
  async share(
    files: StoredFile[],
    options: { password?: string; expiresIn?: number; short?: boolean; maxDownloads?: number } = {},
  ): Promise<Link> {
    const link = sealLink(new Map(files.map(({ id, secret }) => [id, secret.key])), options)
    const { expiresIn, maxDownloads } = options
    const { full_url, link_token } = await this.json<{ full_url: string; link_token: string }>(
      'POST',
      '/download/links',
      {
        file_ids: files.map(({ id }) => id),
        password: link.password,
        password_kdf: link.password_kdf,
        expiration_date:
          expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000).toISOString(),
        ...(maxDownloads !== undefined && { max_downloads: maxDownloads }),
        reencrypted_keys_json: JSON.stringify(link.keyStrings),
        ...sealLinkBox(this.#pkcs8, new Map(files.map(({ id, secret }) => [id, secret])), link),
      },
    )
    const url = link.fragment === '' ? full_url : `${full_url}#${link.fragment}`
    return { url, token: link_token, fragment: link.fragment }
  }

  async deleteFiles(files: StoredFile[]): Promise<void> {
    await this.json('POST', '/folders/files/delete', { file_ids: files.map(({ id }) => id) })
  }
}
