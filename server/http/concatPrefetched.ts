type Pieces = AsyncGenerator<Buffer, void, void>
interface StartedGenerator {
  pieces: Pieces
  first: IteratorResult<Buffer, void>
}

/**
 * Concatenates generators. The first pieces of up to `ahead` generators are read in advance. All opened ones are closed in
 * any case.
 */
export async function* concatPrefetched(openers: readonly (() => Promise<Pieces>)[], ahead: number): Pieces {
  const waiting = [...openers]
  const started: Promise<StartedGenerator>[] = []
  try {
    for (;;) {
      started.push(...waiting.splice(0, ahead - started.length).map(startGenerator))
      const current = started[0]
      if (current === undefined) return
      const { pieces, first } = await current
      if (!first.done) yield first.value
      yield* pieces
      void started.shift()
    }
  } finally {
    await Promise.all(
      started.map((generator) => generator.then(({ pieces }) => pieces.return()).catch(() => undefined)),
    )
  }
}

function startGenerator(open: () => Promise<Pieces>): Promise<StartedGenerator> {
  const started = (async () => {
    const pieces = await open()
    return { pieces, first: await pieces.next() }
  })()
  // The error is reported when it is awaited; until then it must not count as unhandled.
  started.catch(() => undefined)
  return started
}
