/**
 * Removes query and fragment of every URL in a text: a fragment has decryption keys, and messages are shown,
 * copied and reported. A URL is any word between blanks or quotes, from its first slash on. Takes linear
 * time, since texts may be long and from anywhere.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/[^\s'"]+/g, (word) => {
    const slash = word.indexOf('/')
    if (slash < 0) return word
    const path = word.slice(slash)
    const end = path.search(/[?#]|%23/)
    return end < 0 ? word : word.slice(0, slash + end)
  })
}
