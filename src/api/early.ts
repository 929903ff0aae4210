/**
 * A call that was made before the application was there: its answer is for the first who makes the same one. Nothing is
 * loaded for it, since the first of all scripts needs it.
 */
const answers = new Map<string, Promise<Response>>()

/** As the application asks, see client.ts. @returns the answer, to be looked at without being used up */
export async function askEarly(url: string): Promise<Response> {
  const answer = fetch(url, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
  })
  answers.set(url, answer)
  return (await answer).clone()
}

export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = answers.get(url)
  answers.delete(url)
  return answer
}
