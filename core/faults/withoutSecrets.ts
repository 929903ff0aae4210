/**
 * Cuts query and fragment off every address in a text: a fragment holds decryption keys, and messages are shown,
 * copied and reported. An address is what stands between blanks or quotes, from its first slash on. Each character is
 * looked at a fixed number of times: texts may come from anywhere, and be long.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/[^\s'"]+/g, (word) => {
    const slash = word.indexOf('/')
    if (slash < 0) return word
    const path = word.slice(slash)
    const mark = path.search(/[?#]|%23/)
    return mark < 0 ? word : word.slice(0, slash + mark)
  })
}
