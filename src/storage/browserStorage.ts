/*
 * The way to local and session storage and to cookies, which browsers may refuse, even to look: then nothing is stored, and
 * nothing found. IndexedDB: src/platform/databases.ts.
 */
type Area = 'localStorage' | 'sessionStorage'

export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** @param value null removes the entry @returns false if the browser refuses */
export function writeStored(key: string, value: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

const probe = 'probe=1; path=/; SameSite=Strict; max-age='

/** True if the browser neither keeps cookies of this address nor sends them; `navigator.cookieEnabled` may say otherwise. */
export function areCookiesBlocked(): boolean {
  // Outside of a page nothing is blocked.
  if (typeof document === 'undefined') return false
  try {
    document.cookie = `${probe}60`
    const isKept = readCookie('probe') !== null
    document.cookie = `${probe}0`
    return !isKept
  } catch {
    return true
  }
}

/** Value of a cookie that scripts can read, percent-encoded; null if there is none. */
export function readCookie(name: string): string | null {
  try {
    const prefix = `${name}=`
    const cookie = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
    return cookie?.slice(prefix.length) ?? null
  } catch {
    return null
  }
}
