type Pieces = AsyncGenerator<Buffer, void, void>
interface Begun {
  pieces: Pieces
  first: IteratorResult<Buffer, void>
}

/** Concatenates generators, with the first piece of the next ones read `ahead`. All of them are closed in any case. */
export async function* prefetch(opens: readonly (() => Promise<Pieces>)[], ahead: number): Pieces {
  const waiting = [...opens]
  const begun: Promise<Begun>[] = []
  try {
    for (;;) {
      begun.push(...waiting.splice(0, ahead - begun.length).map(begin))
      const current = begun[0]
      if (current === undefined) return
      const { pieces, first } = await current
      if (!first.done) yield first.value
      yield* pieces
      void begun.shift()
    }
  } finally {
    await Promise.all(begun.map((one) => one.then(({ pieces }) => pieces.return()).catch(() => undefined)))
  }
}

function begin(open: () => Promise<Pieces>): Promise<Begun> {
  const begun = (async () => {
    const pieces = await open()
    return { pieces, first: await pieces.next() }
  })()
  // The error is reported when it is awaited; until then it must not count as unhandled.
  begun.catch(() => undefined)
  return begun
}
