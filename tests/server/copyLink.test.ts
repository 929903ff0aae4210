import { describe, expect, it } from 'vitest'
import type { DownloadLink } from '../../contract/schemas/downloads.ts'
import type { KdfParameters } from '../../contract/schemas/fields.ts'
import type { FileKeys } from '../../contract/schemas/folders.ts'
import {
  type Bytes,
  type FileKeyBytes,
  fromBase64,
  generateFileKey,
  generateKeyPair,
  generateLinkMaster,
  generateLinkToken,
  importPrivateKey,
  importRecipientKey,
  deriveManifestKey,
  deriveNamesKey,
  hiddenRow,
  keyCommitment,
  linkFilesBytes,
  linkFilesHash,
  linkBoxGeneration,
  openLinkMasterOf,
  stretchLinkPassword,
  readFileIv,
  rootOf,
  sealLinkBox,
  sealManifest,
  toBase64,
  unwrapFileKey,
  wrapFileKey,
} from '../../core/crypto/index.ts'
import { resealLink } from '../../core/keys/resealLink.ts'
import { openCheckedLinkBox } from '../../src/features/share/openCheckedLinkBox.ts'
import { linkProblemText, LinkRefusedError } from '../../src/features/share/linkProblem.ts'
import { ownFolderSecrets } from '../../core/trust/ownerSecrets.ts'
import { keysWorker } from '../../core/keys/keysWorker.ts'
import { createLink, listedLinks, openLink, protectedLink, uploadFiles } from './links.ts'
import { type Browser, startTestServer } from './testServer.ts'
import { newBatchId, sealedHash, type TestFile } from './uploads.ts'

/*
 * 'Copy Link' gives away the master key of a link. What a real server answers is altered here in every way in which it
 * could make the administrator give away another key.
 */

const newKeyPair = async () => {
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair()
  return {
    publicKey: await importRecipientKey(spkiBytes),
    privateKey: await importPrivateKey(pkcs8Bytes),
    root: await rootOf(pkcs8Bytes),
  }
}
const ownPair = await newKeyPair()

async function newSealedFile(
  name: string,
  { hasManifest = true, publicKey = ownPair.publicKey, isHidden = false } = {},
): Promise<TestFile> {
  const { rawKey, iv } = await generateFileKey()
  const bytes = Buffer.alloc(20)
  const hash = sealedHash(bytes)
  const place = { path: '.', batch: newBatchId(), index: 0, count: 1 }
  const key = await deriveManifestKey(rawKey, iv)
  const told = {
    v: 1,
    size: 4,
    sha256: hash,
    name,
    ...place,
    ...(isHidden && ({ private: 1 } as const)),
  } as const
  const manifest = await sealManifest(key, told)
  const row = await hiddenRow(await deriveNamesKey(rawKey, iv), key.commitment, told)
  return {
    name: isHidden ? row.name : name,
    bytes,
    hash: isHidden ? row.sha256 : hash,
    key: await wrapFileKey(publicKey, rawKey),
    iv: toBase64(iv),
    ...(hasManifest && { manifest }),
  }
}

const fetchFileKeys = async (browser: Browser, file_ids: number[]) =>
  (await browser.post('/api/folders/files/keys', { file_ids })).json<FileKeys[]>()

/** A folder with four files, of which three are in a link; what its administrator is shown when they copy it. */
async function createSealedLink({
  hasPassword = false,
  pair = ownPair,
  hasManifest = true,
  isHidden = false,
} = {}) {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const files = await Promise.all(
    ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) =>
      newSealedFile(name, { hasManifest, isHidden, publicKey: pair.publicKey }),
    ),
  )
  const all = await uploadFiles(server.app, browser, folder, files)
  const rows = await fetchFileKeys(browser, all)
  const sealAnotherLink = async (ids: number[]) => {
    const keys = await Promise.all(
      rows
        .filter(({ id }) => ids.includes(id))
        .map(async ({ id, encrypted_key, encryption_iv }) => {
          const rawKey = await unwrapFileKey(pair.privateKey, encrypted_key)
          return { id, rawKey, commitment: await keyCommitment(rawKey, readFileIv(encryption_iv)) }
        }),
    )
    const token = generateLinkToken()
    const linkMaster = generateLinkMaster()
    const filesBytes = linkFilesBytes(keys)
    const filesHash = await linkFilesHash(filesBytes)
    const sealed = {
      sealed_link: await sealLinkBox(
        { secret: pair.root, generation: 0 },
        { token, hasPassword, filesHash, linkMaster },
      ),
      file_commitments: toBase64(filesBytes),
    }
    const payload = hasPassword ? protectedLink(ids) : openLink(ids)
    await createLink(browser, { ...payload, ...sealed, link_token: token })
    const link = (await listedLinks(browser, folder)).find(({ link_token }) => link_token === token)
    if (!link) throw new Error('The link is not listed.')
    const answer = (await browser.get(`/api/download/links/${token}/sealed`)).json<typeof sealed>()
    return { link, sealed: answer, linkMaster, keys }
  }
  const made = await sealAnotherLink(all.slice(0, 3))
  return { ...made, sealAnotherLink, browser, all, rows, folder }
}

interface ShownLink {
  link: DownloadLink
  sealed: { sealed_link: string | null; file_commitments: string | null }
  /** What the server answers when it is asked for the keys of these files. */
  rows: FileKeys[]
  /** Hidden names that the page shows. */
  shownNames?: ReadonlyMap<number, string>
}

/** Opens what a server shows. */
function openShownLink(
  { link, sealed, rows, shownNames }: ShownLink,
  pairs: Pick<typeof ownPair, 'root' | 'privateKey'>[] = [ownPair],
  secrets = ownFolderSecrets(pairs),
) {
  const keyCommitments = async () => {
    const wrapped = rows.map(({ id, encrypted_key, encryption_iv, manifest }) => ({
      id,
      encryptedKeyB64: encrypted_key,
      ivB64: encryption_iv,
      manifestB64: manifest,
    }))
    const keys = await keysWorker.computeKeyCommitments(
      pairs.map(({ privateKey }) => ({ privateKey, origin: null })),
      wrapped,
    )
    return new Map(keys.map((key) => [key.id, key]))
  }
  return openCheckedLinkBox({ link, sealed, shownNames }, secrets, keyCommitments)
}

/** Copies what a server shows. */
async function copyShownLink(
  ...shown: Parameters<typeof openShownLink>
): Promise<{ linkMaster: Bytes; doubts: readonly string[] }> {
  const { box, doubts } = await openShownLink(...shown)
  return { linkMaster: box.linkMaster, doubts: doubts.map(linkProblemText) }
}

const refusalText = (copying: Promise<unknown>): Promise<string> =>
  copying.then(
    () => 'It was copied.',
    (error: unknown) =>
      error instanceof LinkRefusedError ? linkProblemText(error.problem) : `a fault: ${String(error)}`,
  )

const itemAt = <T>(list: readonly T[], index: number): T => {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}

/** Seals a link anew, as its owner does after the same checks as for a copy. */
const resealShownLink = async (
  shown: ShownLink,
  reseal: Parameters<typeof resealLink>[1],
  secrets = ownFolderSecrets([ownPair]),
) => resealLink(await openShownLink(shown, [ownPair], secrets), reseal)

describe('a link that is sealed anew', () => {
  it('opens by its new password, under its address and with its key', async () => {
    const { browser, folder, ...made } = await createSealedLink({ hasPassword: true })
    const password = 'LaterneApfelbaum47583'
    const resealed = await resealShownLink(made, { password })
    const url = `/api/download/links/${made.link.link_token}`
    expect((await browser.put(url, { resealed })).statusCode).toBe(204)
    const status = (await browser.get(`/api/download/${made.link.link_token}/status`)).json<{
      password_kdf: KdfParameters
    }>()
    const stretched = await stretchLinkPassword(password, status.password_kdf)
    const opened = await browser.post(`/api/download/${made.link.link_token}/verify-password`, {
      password: stretched.verifier,
    })
    const { reencrypted_keys } = opened.json<{ reencrypted_keys: Record<string, string> }>()
    expect(await openLinkMasterOf(stretched, reencrypted_keys)).toEqual(made.linkMaster)
    const link = itemAt(await listedLinks(browser, folder), 0)
    const sealed = (await browser.get(`${url}/sealed`)).json<typeof made.sealed>()
    expect(await copyShownLink({ ...made, link, sealed })).toEqual({
      linkMaster: made.linkMaster,
      doubts: [],
    })
  })

  it('is of the files that were not removed, and says of those that are missing what it said before', async () => {
    const { browser, folder, all, ...made } = await createSealedLink()
    const [first = 0, second = 0, third = 0] = all
    const url = `/api/download/links/${made.link.link_token}`
    const reseal = async (shown: Pick<ShownLink, 'link' | 'sealed'>, withoutFiles: number[]) => {
      const resealed = await resealShownLink({ ...made, ...shown }, { withoutFiles })
      expect((await browser.put(url, { resealed })).statusCode).toBe(204)
      const sealed = (await browser.get(`${url}/sealed`)).json<typeof made.sealed>()
      return { link: itemAt(await listedLinks(browser, folder), 0), sealed }
    }
    const fewer = await reseal(made, [second])
    expect(fewer.link.file_ids).toEqual([first, third])
    expect(await copyShownLink({ ...made, ...fewer })).toEqual({ linkMaster: made.linkMaster, doubts: [] })

    const other = await createSealedLink()
    await other.browser.post('/api/folders/files/delete', { file_ids: other.all.slice(0, 1) })
    const link = itemAt(await listedLinks(other.browser, other.folder), 0)
    const resealed = await resealShownLink({ ...other, link }, { withoutFiles: other.all.slice(1, 2) })
    const shown = { ...link, files: link.files.slice(1), file_ids: link.file_ids.slice(1) }
    const { doubts } = await copyShownLink({
      ...other,
      link: shown,
      sealed: { ...resealed, file_commitments: resealed.file_commitments ?? null },
    })
    expect(doubts).toEqual([expect.stringMatching(/^This link was made for 2 files; 1 is shown/)])
  })

  it('keeps the generation that it was made under, and with it the doubt', async () => {
    const made = await createSealedLink()
    const box = {
      token: made.link.link_token,
      hasPassword: false,
      linkMaster: made.linkMaster,
      filesHash: await linkFilesHash(linkFilesBytes(made.keys)),
    }
    const sealed = {
      ...made.sealed,
      sealed_link: await sealLinkBox({ secret: ownPair.root, generation: 1 }, box),
    }
    const secrets = [2, 1].map((generation) => ({ secret: ownPair.root, generation }))
    const { sealed_link } = await resealShownLink(
      { ...made, sealed },
      { withoutFiles: made.link.file_ids.slice(1) },
      secrets,
    )
    expect(linkBoxGeneration(sealed_link)).toBe(1)
  })

  it('is not, if the server shows another than was made', async () => {
    const made = await createSealedLink()
    const link = { ...made.link, file_ids: made.link.file_ids.toReversed() }
    const rows = made.rows.map((row, i) => ({
      ...row,
      id: made.rows.at(i === 0 ? 1 : i === 1 ? 0 : i)?.id ?? 0,
    }))
    await expect(
      resealShownLink({ ...made, link, rows }, { withoutFiles: link.file_ids.slice(0, 1) }),
    ).rejects.toThrow(LinkRefusedError)
  })
})

describe('an honest server', () => {
  it.each([
    ['an open link', {}],
    ['a protected link', { hasPassword: true }],
    ['a link of files whose names it does not know', { isHidden: true }],
  ])('lets %s be copied', async (_, kind) => {
    const made = await createSealedLink(kind)
    expect(await copyShownLink(made)).toEqual({ linkMaster: made.linkMaster, doubts: [] })
  })

  it('lets a link to files without manifests be copied by whoever takes its word', async () => {
    const made = await createSealedLink({ hasManifest: false })
    const { linkMaster, doubts } = await copyShownLink(made)
    expect(linkMaster).toEqual(made.linkMaster)
    expect(doubts).toEqual([
      'No manifest came with 3 files, so name and content are the server’s word: a.txt, b.txt, c.txt.',
    ])
  })

  it('lets a link be copied after files of it were deleted, by whoever says yes to all it was made for', async () => {
    const { browser, all, folder, ...made } = await createSealedLink()
    await browser.post('/api/folders/files/delete', { file_ids: all.slice(0, 1) })
    const link = itemAt(await listedLinks(browser, folder), 0)
    expect(link.file_ids).toEqual(all.slice(1, 3))
    const { linkMaster, doubts } = await copyShownLink({ ...made, link })
    expect(linkMaster).toEqual(made.linkMaster)
    expect(doubts).toEqual([
      'This link was made for 3 files; 2 are shown. Whoever gets it can open all that the server still has of them.',
    ])
  })

  it('hides a name that it does not know as long as that name is of the same file', async () => {
    const made = await createSealedLink({ isHidden: true })
    const [first = '', second = '', third = ''] = made.link.files
    const link = { ...made.link, files: [second, first, third] }
    expect(await refusalText(copyShownLink({ ...made, link }))).toMatch(/^The server shows/)
  })

  it('lets a link of a former pair be copied while that pair is open', async () => {
    const former = await newKeyPair()
    const made = await createSealedLink({ pair: former })
    expect(await refusalText(copyShownLink(made))).toMatch(
      /^What the server gave out for this link does not open/,
    )
    expect((await copyShownLink(made, [ownPair, former])).linkMaster).toEqual(made.linkMaster)
  })

  it('has nothing to copy of a link whose maker sealed nothing', async () => {
    const made = await createSealedLink()
    const sealed = { sealed_link: null, file_commitments: null }
    expect(await refusalText(copyShownLink({ ...made, sealed }))).toMatch(/Make a new link of these files\.$/)
  })
})

type SealedLink = Awaited<ReturnType<typeof createSealedLink>>

/** By lie: what the server shows instead, and what the administrator reads. */
const lies: Record<
  string,
  { show: (made: SealedLink) => Partial<ShownLink> | Promise<Partial<ShownLink>>; says: RegExp }
> = {
  "a file's wrapped key for the box": {
    show: ({ sealed, rows }) => ({ sealed: { ...sealed, sealed_link: itemAt(rows, 0).encrypted_key } }),
    says: /altered what was sealed/,
  },
  "a file's wrapped key behind the generation of a box": {
    show: ({ sealed, rows }) => ({
      sealed: {
        ...sealed,
        sealed_link: toBase64(new Uint8Array([0, 0, 0, 0, ...fromBase64(itemAt(rows, 0).encrypted_key)])),
      },
    }),
    says: /does not open with your key/,
  },
  'a box that it sealed itself, with a master of its own': {
    show: async ({ link, sealed }) => {
      const filesHash = await linkFilesHash(fromBase64(sealed.file_commitments))
      const box = {
        token: link.link_token,
        hasPassword: link.has_password,
        filesHash,
        linkMaster: generateLinkMaster(),
      }
      return {
        sealed: {
          ...sealed,
          sealed_link: await sealLinkBox({ secret: (await newKeyPair()).root, generation: 0 }, box),
        },
      }
    },
    says: /does not open with your key/,
  },
  'the box of another link': {
    show: async ({ sealAnotherLink, all }) => ({ sealed: (await sealAnotherLink(all.slice(0, 3))).sealed }),
    says: /the keys of another link/,
  },
  'the box of another link, under its token': {
    show: async ({ sealAnotherLink, all, link }) => {
      const other = await sealAnotherLink(all)
      return {
        ...other,
        link: { ...other.link, file_ids: link.file_ids, files: link.files, link_token: link.link_token },
      }
    },
    says: /the keys of another link/,
  },
  'an altered box': {
    show: ({ sealed }) => {
      const box = fromBase64(sealed.sealed_link)
      box[box.length - 1] = (box.at(-1) ?? 0) ^ 1
      return { sealed: { ...sealed, sealed_link: toBase64(box) } }
    },
    says: /altered what was sealed/,
  },
  'a box of another generation': {
    show: ({ sealed }) => {
      const box = fromBase64(sealed.sealed_link)
      box[3] = 1
      return { sealed: { ...sealed, sealed_link: toBase64(box) } }
    },
    says: /altered what was sealed/,
  },
  'an open link as a protected one': {
    show: ({ link }) => ({ link: { ...link, has_password: true } }),
    says: /as one with a password; it was made without/,
  },
  'a file more': {
    show: ({ link, all }) => ({
      link: { ...link, files: [...link.files, 'd.txt'], file_ids: [...link.file_ids, itemAt(all, 3)] },
    }),
    says: /added files that this link was not made for: d\.txt/,
  },
  'a file more, in the list of creation too': {
    show: ({ link, all, sealed }) => {
      const bytes = new Uint8Array([...fromBase64(sealed.file_commitments), ...new Uint8Array(40)])
      new DataView(bytes.buffer).setBigUint64(bytes.length - 40, BigInt(itemAt(all, 3)))
      return {
        link: { ...link, files: [...link.files, 'd.txt'], file_ids: [...link.file_ids, itemAt(all, 3)] },
        sealed: { ...sealed, file_commitments: toBase64(bytes) },
      }
    },
    says: /altered the list of files/,
  },
  'more names than files': {
    show: ({ link }) => ({ link: { ...link, files: [...link.files, 'd.txt'] } }),
    says: /altered the list of files/,
  },
  'no files': {
    show: ({ link }) => ({ link: { ...link, files: [], file_ids: [] }, rows: [] }),
    says: /shows none of the files of this link/,
  },
  'one file three times': {
    show: ({ link }) => ({
      link: {
        ...link,
        files: Array<string>(3).fill('a.txt'),
        file_ids: Array<number>(3).fill(itemAt(link.file_ids, 0)),
      },
    }),
    says: /shows a file of this link more than once/,
  },
  'a list of creation that is none': {
    show: ({ sealed }) => ({ sealed: { ...sealed, file_commitments: 'AAAA' } }),
    says: /altered what was sealed/,
  },
  'two files under each other’s ids': {
    show: ({ rows }) => {
      const [first, second] = [itemAt(rows, 0), itemAt(rows, 1)]
      return { rows: [{ ...second, id: first.id }, { ...first, id: second.id }, ...rows.slice(2)] }
    },
    says: /other files in the place of those of this link: a\.txt, b\.txt/,
  },
  'one file under the id of another': {
    show: ({ rows }) => ({ rows: [{ ...itemAt(rows, 3), id: itemAt(rows, 0).id }, ...rows.slice(1)] }),
    says: /other files in the place of those of this link: a\.txt/,
  },
  'a file that it made up under the id of another': {
    show: async ({ rows }) => {
      const { key = '', iv = '', manifest = null } = await newSealedFile('a.txt')
      const row = { id: itemAt(rows, 0).id, encrypted_key: key, encryption_iv: iv, manifest, sealed_to: '' }
      return { rows: [row, ...rows.slice(1)] }
    },
    says: /other files in the place of those of this link: a\.txt/,
  },
  'the key of a file with another IV, without its manifest': {
    show: ({ rows }) => ({
      rows: [
        { ...itemAt(rows, 0), encryption_iv: itemAt(rows, 1).encryption_iv, manifest: null },
        ...rows.slice(1),
      ],
    }),
    says: /other files in the place of those of this link: a\.txt/,
  },
  'no key of a file': {
    show: ({ rows }) => ({ rows: rows.slice(1) }),
    says: /1 file\(s\) of this link cannot be opened, .*: a\.txt/,
  },
  'a file under another name': {
    show: ({ link }) => ({ link: { ...link, files: ['contract.pdf', ...link.files.slice(1)] } }),
    says: /under other names than they were sent with: a\.txt/,
  },
  'names exchanged': {
    show: ({ link }) => ({ link: { ...link, files: link.files.toReversed() } }),
    says: /under other names than they were sent with: a\.txt, c\.txt/,
  },
}

describe('a server that shows', () => {
  it.each(Object.entries(lies))('%s is refused, with the cause', async (_, { show, says }) => {
    const made = await createSealedLink()
    const message = await refusalText(copyShownLink({ ...made, ...(await show(made)) }))
    expect(message).toMatch(says)
  })

  it('a link of more files in the place of another is asked about', async () => {
    const { link, ...made } = await createSealedLink()
    const shortened = { ...link, files: link.files.slice(0, 1), file_ids: link.file_ids.slice(0, 1) }
    expect((await copyShownLink({ ...made, link: shortened })).doubts).toEqual([
      'This link was made for 3 files; 1 is shown. Whoever gets it can open all that the server still has of them.',
    ])
  })

  it('files that it knows by placeholders alone is told with no placeholder for a name', async () => {
    const { link, all, rows, browser, folder, ...made } = await createSealedLink({ isHidden: true })
    const { files, file_ids } = itemAt(await listedLinks(browser, folder), 0)
    const more = { ...link, files: [...files, itemAt(files, 0)], file_ids: [...file_ids, itemAt(all, 3)] }
    expect(await refusalText(copyShownLink({ ...made, rows, link: more }))).toMatch(/for: Name locked\./)
    const unsealed = rows.map((row) => ({ ...row, manifest: null }))
    expect((await copyShownLink({ ...made, link, rows: unsealed })).doubts).toEqual([
      'No manifest came with 3 files, so name and content are the server’s word: Name locked, Name locked, Name locked.',
    ])
  })

  it('files whose hidden names the page has from this device has them compared with the files', async () => {
    const made = await createSealedLink({ isHidden: true })
    const [first = 0, second = 0] = made.link.file_ids
    const copyWith = (...names: [id: number, name: string][]) =>
      refusalText(copyShownLink({ ...made, shownNames: new Map(names) }))
    expect(await copyWith([first, 'a.txt'], [second, 'b.txt'])).toBe('It was copied.')
    expect(await copyWith([first, 'b.txt'])).toMatch(/under other names than they were sent with: a\.txt/)
  })

  it('files under other names, and no manifests this once, is asked about', async () => {
    const { link, rows, ...made } = await createSealedLink()
    const renamed = { ...link, files: ['harmless.pdf', ...link.files.slice(1)] }
    const unsealed = rows.map((row, i) => (i === 0 ? { ...row, manifest: null } : row))
    expect((await copyShownLink({ ...made, link: renamed, rows: unsealed })).doubts).toEqual([
      'No manifest came with 1 file, so name and content are the server’s word: harmless.pdf.',
    ])
  })

  it('a protected link as an open one is refused: its master would be given away without the password', async () => {
    const made = await createSealedLink({ hasPassword: true })
    const link = { ...made.link, has_password: false }
    expect(await refusalText(copyShownLink({ ...made, link }))).toMatch(
      /as one without a password; it was made with/,
    )
  })
})

it('keys of files are not handed out by what checks them', async () => {
  const { rows, keys } = await createSealedLink()
  const committed = await keysWorker.computeKeyCommitments(
    [{ privateKey: ownPair.privateKey, origin: null }],
    rows.map((row) => ({
      id: row.id,
      encryptedKeyB64: row.encrypted_key,
      ivB64: row.encryption_iv,
      manifestB64: row.manifest,
    })),
  )
  const commitmentsText = JSON.stringify(committed, (_, value: unknown) =>
    value instanceof Uint8Array ? toBase64(new Uint8Array(value)) : value,
  )
  for (const { rawKey } of keys as { rawKey: FileKeyBytes }[])
    expect(commitmentsText).not.toContain(toBase64(rawKey))
})
