import { readdirSync, readlinkSync } from 'node:fs'
import { readOrEmpty } from './cpuMeter.ts'

/** The kernel's number of the state LISTEN in /proc/net/tcp. */
const listenState = '0A'

/**
 * The process that listens on a TCP port: the server itself, whatever launchers stand above it. Linux only.
 * @throws Error where nobody does
 */
export function processListeningOn(port: number): number {
  const inodes = ['tcp', 'tcp6'].flatMap((name) => listeningInodes(readOrEmpty(`/proc/net/${name}`), port))
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`))
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && openFiles(name).some((file) => sockets.has(file))) return Number(name)
  }
  throw new Error(`No process listens on port ${port}.`)
}

/** Inodes of sockets that listen on a port, from the text of /proc/net/tcp. */
export function listeningInodes(text: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return text.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === listenState && local.endsWith(`:${hex}`) ? [inode] : []
  })
}

function openFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
      } catch {
        return [] // closed meanwhile
      }
    })
  } catch {
    return [] // ended, or another user's
  }
}
