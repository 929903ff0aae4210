import type { UploadEffect } from '../../../../core/upload/messages.ts'
import { assertRule } from './seededRandom.ts'
import type { ModelJournal } from './modelJournal.ts'
import { failuresIn, isUnresumable } from './stepRules.ts'
import type { UploadWorld } from './uploadWorld.ts'

/** What stays on the server of files that have not ended well, as far as one page can know. */
export class ServerRemains {
  /** Uploads whose id this page has heard of. */
  readonly #known = new Set<string>()
  readonly #world: UploadWorld
  readonly #journal: ModelJournal
  /** By place. */
  readonly #indexes: readonly number[]

  constructor(world: UploadWorld, journal: ModelJournal, indexes: readonly number[]) {
    this.#world = world
    this.#journal = journal
    this.#indexes = indexes
  }

  addKnownUpload(uploadId: string) {
    this.#known.add(uploadId)
  }

  afterStep(effects: readonly UploadEffect[]) {
    const unkept = new Set(effects.flatMap((effect) => (effect.do === 'remove-record' ? [effect.file] : [])))
    for (const effect of effects) {
      if (effect.do !== 'abort') continue
      const kept = [...this.#journal.memory].find(([, record]) => record.uploadId === effect.uploadId)
      // Nobody goes on with an upload that is gone.
      assertRule(!kept || unkept.has(this.#indexes.indexOf(kept[0])), 'what is aborted stays kept')
    }
  }

  /** Of a file that has failed there is only on the server what the journal can go on with. */
  afterEffects(effects: readonly UploadEffect[]) {
    const forGood = new Set(failuresIn(effects, isUnresumable).map(([file]) => file))
    for (const [file] of failuresIn(effects, () => true)) {
      const index = this.#indexes[file]
      for (const id of this.#known) {
        const upload = this.#world.server.uploads.get(id)
        if (!upload || upload.index !== index || upload.state === 'confirmed') continue
        const isOfUse = this.#journal.memory.get(index)?.uploadId === id && !forGood.has(file)
        assertRule(isOfUse, `an upload of file ${index} stays that nobody goes on with`)
      }
    }
  }

  /** The page's owner forgets the batch as well. */
  afterCancel(hasEnded: (index: number) => boolean) {
    const { server, disk } = this.#world
    const open = () => [...this.#known].filter((id) => server.uploads.get(id)?.state === 'open')
    const isUnderWay = (id: string) => !hasEnded(Number(server.uploads.get(id)?.index))
    assertRule(!open().some(isUnderWay), 'a cancel leaves what it could abort')
    for (const { uploadId } of [...this.#journal.memory.values(), ...disk.records.values()])
      server.abort(uploadId)
    const rest = open()
    assertRule(rest.length === 0, `${rest.length} uploads are left behind a cancel`)
  }
}
