import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listeningInodes, processListeningOn } from '../../bench/measure/processListeningOn.ts'
import { memoryOf } from '../../bench/measure/timeline.ts'

describe('the table of sockets', () => {
  it('gives those that listen on the port, not those that are connected to it', () => {
    const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1 0
   1: 0100007F:1F90 0100007F:A000 01 00000000:00000000 00:00000000 00000000     0        0 222 1 0
   2: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1 0`
    expect(listeningInodes(text, 8080)).toEqual(['111'])
    expect(listeningInodes('', 8080)).toEqual([])
  })
})

const serverScript = `require('node:http').createServer().listen(0, '127.0.0.1', function () {
  console.log(process.pid + ' ' + this.address().port)
})`
/** A launcher that holds as much memory as no server here, and starts the server as a child. */
const launcherMB = 200
const launcherScript = `const held = Buffer.alloc(${launcherMB}e6, 1)
require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(serverScript)}], { stdio: 'inherit' })
process.on('SIGTERM', () => held)`

describe.runIf(process.platform === 'linux')('the memory of a server', () => {
  it('is that of the process that listens, without its launcher', async () => {
    const launcher = spawn(process.execPath, ['-e', launcherScript], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(launcher.stdout, 'data')) as [Buffer]
    const [pid, port] = line.toString().split(' ').map(Number)
    onTestFinished(() => {
      if (pid !== undefined) process.kill(pid)
      launcher.kill('SIGKILL')
    })
    expect(processListeningOn(port ?? 0)).toBe(pid)
    const { serverBytes } = memoryOf(launcher.pid ?? 0, processListeningOn(port ?? 0))
    expect(serverBytes).toBeGreaterThan(5e6)
    expect(serverBytes).toBeLessThan(launcherMB * 1e6)
  })

  it('cannot be that of nobody', () => {
    expect(() => processListeningOn(1)).toThrow('No process listens on port 1.')
  })
})

describe.runIf(process.platform === 'linux')('children of a server', () => {
  it('do not count as its memory', async () => {
    const holding = `const held = Buffer.alloc(${launcherMB}e6, 1); console.log('held'); setInterval(() => held, 1e6)`
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(holding)}], { stdio: ['pipe', 'inherit', 'inherit'] })
         setInterval(() => undefined, 1e6)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    )
    onTestFinished(() => void process.kill(-(parent.pid ?? NaN), 'SIGKILL'))
    await once(parent.stdout, 'data')
    const pid = parent.pid ?? 0
    const { browserBytes, serverBytes } = memoryOf(pid, pid)
    expect(browserBytes).toBeGreaterThan(launcherMB * 1e6)
    expect(serverBytes).toBeLessThan(launcherMB * 1e6)
  })
})
