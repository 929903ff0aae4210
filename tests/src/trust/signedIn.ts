import { vi } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { RosterChange } from '../../../contract/schemas/sharing.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { userRecognised } from '../../../src/session/sessionSlice.ts'
import type { UnlockedKey } from '../../../src/session/unlockedKey.ts'
import { store } from '../../../src/store/store.ts'
import { sampleFolder } from '../features/sampleFolder.ts'
import { userNamed } from '../session/userNamed.ts'
import { type ModelServer, newestStatement } from './modelServer.ts'
import type { UnlockedPair } from '../../core/trust/people.ts'

export const unlockedKeyOf = ({ spkiB64, fp, ...keys }: UnlockedPair): UnlockedKey => ({
  ...keys,
  ...{ publicKeySpki: spkiB64, fingerprint: fp, fingerprintWords: [] },
})

/** As the list shows a folder of several people to this user. */
export function listedFolder(server: ModelServer, user: number, id: number): Folder {
  const stored = server.folder(id)
  const { members, seq } = newestStatement(stored)
  const role = members.find((member) => member.user === user)?.role ?? 'member'
  const several = { folder: stored.folder, role, people: members.length, seq, leaving: stored.leaving.size }
  return { ...sampleFolder, id, title: stored.title, several }
}

/** What a page of this user gets from the server. `answer` is asked first, for calls that the model does not know. */
export function signIn(
  server: ModelServer,
  user: { id: number; name: string },
  answer: (call: string, body: string) => object | undefined = () => undefined,
): void {
  store.dispatch(userRecognised({ ...userNamed(user.name), id: user.id }))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://a.example/'))
  const answerCall = async (call: string, body: string): Promise<object | null> => {
    const id = Number(/folders\/(\d+)/.exec(call)?.[1])
    switch (call.replace(/\d+/, ':id')) {
      case 'GET /api/contacts':
        return server.contactsOf(user.id)
      case 'PUT /api/contacts':
        server.setContacts(user.id, JSON.parse(body) as { n: number; sealed: string })
        return null
      case 'GET /api/folders/:id/roster':
        return server.getRoster(user.id, id)
      case 'POST /api/folders/:id/roster':
        await server.changeRoster(user.id, id, JSON.parse(body) as RosterChange)
        return null
      case 'GET /api/folders/': {
        const mine = [...server.folders.values()].filter((stored) =>
          newestStatement(stored).members.some((member) => member.user === user.id),
        )
        return mine.map((stored) => listedFolder(server, user.id, stored.id))
      }
      case 'GET /api/folders/trash':
        return []
      default:
        throw new Error(`no answer to ${call}`)
    }
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${path}`
    const sent = typeof body === 'string' ? body : ''
    try {
      const response = answer(call, sent) ?? (await answerCall(call, sent))
      return response === null ? new Response(null, { status: 204 }) : Response.json(response)
    } catch (error) {
      const { code, status } = faultOf(error)
      if (typeof status !== 'number') throw error
      return Response.json({ detail: 'refused', code }, { status })
    }
  })
}
