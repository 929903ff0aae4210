import { describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import {
  isPrivateAddress,
  isPrivateHost,
  ObjectStoreGuard,
  storeAddressProblem,
} from '../../cli/platform/objectStoreGuard.ts'

const publicServer = {
  serverOrigin: 'https://files.example.org',
  serverAddress: '93.184.215.14',
  pinnedOrigin: null,
}
const storeOrigin = 'https://store.example.org'

describe('where the server sends a part of a file', () => {
  it.each([
    [`${storeOrigin}/a?sig=b`, null],
    [`${storeOrigin}:9000/a`, null],
    ['https://files.example.org/store/a', null],
    ['https://93.184.215.15/a', null],
    ['https://[2606:4700::1111]/a', null],
    ['https://localhost/a', 'private'],
    ['https://LOCALHOST./a', 'private'],
    ['https://a.localhost/a', 'private'],
    ['https://printer.local/a', 'private'],
    ['https://metadata.google.internal/a', 'private'],
    ['https://127.0.0.1/a', 'private'],
    ['https://127.1/a', 'private'],
    ['https://0x7f000001/a', 'private'],
    ['https://2130706433/a', 'private'],
    ['https://0/a', 'private'],
    ['https://10.0.0.7/a', 'private'],
    ['https://100.64.0.1/a', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://172.31.255.255/a', 'private'],
    ['https://192.168.1.1/a', 'private'],
    ['https://224.0.0.1/a', 'private'],
    ['https://[::]/a', 'private'],
    ['https://[::1]/a', 'private'],
    ['https://[fe80::1]/a', 'private'],
    ['https://[fd00:ec2::254]/a', 'private'],
    ['https://[ff02::1]/a', 'private'],
    ['https://[::ffff:127.0.0.1]/a', 'private'],
    ['https://[::ffff:a00:7]/a', 'private'],
    ['https://[::7f00:1]/a', 'private'],
    ['https://[64:ff9b::192.168.1.1]/a', 'private'],
    ['https://[2002:7f00:1::]/a', 'private'],
    ['http://store.example.org/a', 'invalid'],
    ['ftp://store.example.org/a', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['https://', 'invalid'],
    ['not an address', 'invalid'],
    ['/below/the/server', 'invalid'],
  ])('%s, from a server on the open internet: %s', (url, problem) => {
    expect(storeAddressProblem(url, publicServer)).toBe(problem)
  })

  it.each([
    ['http://localhost:3000', null],
    ['http://127.0.0.1:3000', null],
    ['http://192.168.1.5', null],
    ['http://[fd00::5]', null],
    // Only the connection tells.
    ['http://files.corp.example', '10.0.0.5'],
    ['http://files.corp.example', '::ffff:10.0.0.5'],
  ])('may be near where the server is: %s at %s', (serverOrigin, serverAddress) => {
    const context = { serverOrigin, serverAddress, pinnedOrigin: null }
    expect(storeAddressProblem('http://10.0.0.6:9000/a', context)).toBeNull()
  })

  it('is where it sent the first, and nowhere else', () => {
    const pinned = { ...publicServer, pinnedOrigin: storeOrigin }
    expect(storeAddressProblem(`${storeOrigin}/b`, pinned)).toBeNull()
    for (const other of [
      'https://other.example.org/b',
      `${storeOrigin}:444/b`,
      'https://files.example.org/b',
    ])
      expect(storeAddressProblem(other, pinned)).toBe('other-origin')
  })
})

it.each([
  ['93.184.215.14', false],
  ['2606:4700::1111', false],
  ['64:ff9b::5db8:d70e', false],
  ['127.0.0.1', true],
  ['::1', true],
  ['fe80::1%eth0', true],
  ['::ffff:192.168.0.1', true],
  ['64:ff9b::7f00:1', true],
])('an address is private: %s %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
  if (!address.includes('%')) expect(isPrivateHost(address)).toBe(isPrivate)
})

describe('the guard of one upload', () => {
  it('is told once, and its first refusal ends the upload', async () => {
    const guard = new ObjectStoreGuard(new URL(publicServer.serverOrigin))
    guard.setServerAddress(publicServer.serverAddress)
    expect(guard.allows(`${storeOrigin}/1`)).toBe(true)
    expect(guard.allows(`${storeOrigin}/2`)).toBe(true)
    await expect(guard.firstOrigin).resolves.toBe(storeOrigin)
    expect(guard.allows('https://other.example.org/3')).toBe(false)
    await expect(guard.refusal).rejects.toMatchObject({
      exitCode: exitCodes.refused,
      message: expect.stringMatching(
        /https:\/\/store\.example\.org.*https:\/\/other\.example\.org/,
      ) as string,
    })
  })

  it('hands the connection no address near by that a name of the open internet has', async () => {
    const near = new ObjectStoreGuard(new URL(publicServer.serverOrigin), () =>
      Promise.resolve([{ address: '10.0.0.7', family: 4 }]),
    )
    near.setServerAddress(publicServer.serverAddress)
    const failure = await new Promise((done) => near.lookup('store.example.org', { all: true }, done))
    expect(failure).toBeInstanceOf(Error)
    await expect(near.refusal).rejects.toMatchObject({ exitCode: exitCodes.refused })
  })

  it('stays far when the name of the server leads near by later', async () => {
    const guard = new ObjectStoreGuard(new URL('http://files.example.org'))
    guard.setServerAddress(publicServer.serverAddress)
    guard.setServerAddress('127.0.0.1')
    expect(guard.allows('http://10.0.0.7/a')).toBe(false)
    await expect(guard.refusal).rejects.toMatchObject({ message: expect.stringContaining('Ask') as string })
  })

  it('connects to what a name has on the open internet, or near a server that is near', async () => {
    const both = [
      { address: '10.0.0.7', family: 4 },
      { address: '93.184.215.15', family: 4 },
    ]
    const found = (serverAt: string) => {
      const guard = new ObjectStoreGuard(new URL(publicServer.serverOrigin), () => Promise.resolve(both))
      guard.setServerAddress(serverAt)
      return new Promise((done) =>
        guard.lookup('store.example.org', { all: true }, (_, addresses) => {
          done(addresses)
        }),
      )
    }
    expect(await found(publicServer.serverAddress)).toEqual([both[1]])
    expect(await found('10.0.0.5')).toEqual(both)
  })
})
