type Work = (lock: unknown) => unknown

/** The Web Locks of a page, as far as an upload uses them: a lock that is held is not waited for. */
export function memoryLocks() {
  const held = new Set<string>()
  const request = async (name: string, ...given: [Work] | [unknown, Work]) => {
    const work = given.at(-1) as Work
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({})
    } finally {
      held.delete(name)
    }
  }
  const query = () => Promise.resolve({ held: [...held].map((name) => ({ name })) })
  return { request, query }
}
