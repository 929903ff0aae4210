import { describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import { isPrivateAddress, isPrivateHost, Storage, storageProblem } from '../../cli/platform/storage.ts'

const far = { origin: 'https://files.example.org', address: '93.184.215.14', pinned: null }
const store = 'https://store.example.org'

describe('where the server sends a part of a file', () => {
  it.each([
    [`${store}/a?sig=b`, null],
    [`${store}:9000/a`, null],
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
    ['http://store.example.org/a', 'unfit'],
    ['ftp://store.example.org/a', 'unfit'],
    ['file:///etc/passwd', 'unfit'],
    ['https://', 'unfit'],
    ['not an address', 'unfit'],
    ['/below/the/server', 'unfit'],
  ])('%s, from a server on the open internet: %s', (url, problem) => {
    expect(storageProblem(url, far)).toBe(problem)
  })

  it.each([
    ['http://localhost:3000', null],
    ['http://127.0.0.1:3000', null],
    ['http://192.168.1.5', null],
    ['http://[fd00::5]', null],
    // Only the connection tells.
    ['http://files.corp.example', '10.0.0.5'],
    ['http://files.corp.example', '::ffff:10.0.0.5'],
  ])('may be near where the server is: %s at %s', (origin, address) => {
    expect(storageProblem('http://10.0.0.6:9000/a', { origin, address, pinned: null })).toBeNull()
  })

  it('is where it sent the first, and nowhere else', () => {
    const pinned = { ...far, pinned: store }
    expect(storageProblem(`${store}/b`, pinned)).toBeNull()
    for (const other of ['https://other.example.org/b', `${store}:444/b`, 'https://files.example.org/b'])
      expect(storageProblem(other, pinned)).toBe('another')
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

describe('the storage of one upload', () => {
  it('is told once, and its first refusal ends the upload', async () => {
    const storage = new Storage(new URL(far.origin))
    storage.setServerAddress(far.address)
    expect(storage.allows(`${store}/1`)).toBe(true)
    expect(storage.allows(`${store}/2`)).toBe(true)
    await expect(storage.first).resolves.toBe(store)
    expect(storage.allows('https://other.example.org/3')).toBe(false)
    await expect(storage.refused).rejects.toMatchObject({
      exitCode: exitCodes.refused,
      message: expect.stringMatching(
        /https:\/\/store\.example\.org.*https:\/\/other\.example\.org/,
      ) as string,
    })
  })

  it('hands the connection no address near by that a name of the open internet has', async () => {
    const near = new Storage(new URL(far.origin), () => Promise.resolve([{ address: '10.0.0.7', family: 4 }]))
    near.setServerAddress(far.address)
    const failure = await new Promise((done) => near.lookup('store.example.org', { all: true }, done))
    expect(failure).toBeInstanceOf(Error)
    await expect(near.refused).rejects.toMatchObject({ exitCode: exitCodes.refused })
  })

  it('stays far when the name of the server leads near by later', async () => {
    const storage = new Storage(new URL('http://files.example.org'))
    storage.setServerAddress(far.address)
    storage.setServerAddress('127.0.0.1')
    expect(storage.allows('http://10.0.0.7/a')).toBe(false)
    await expect(storage.refused).rejects.toMatchObject({ message: expect.stringContaining('Ask') as string })
  })

  it('connects to what a name has on the open internet, or near a server that is near', async () => {
    const both = [
      { address: '10.0.0.7', family: 4 },
      { address: '93.184.215.15', family: 4 },
    ]
    const found = (serverAt: string) => {
      const storage = new Storage(new URL(far.origin), () => Promise.resolve(both))
      storage.setServerAddress(serverAt)
      return new Promise((done) =>
        storage.lookup('store.example.org', { all: true }, (_, addresses) => {
          done(addresses)
        }),
      )
    }
    expect(await found(far.address)).toEqual([both[1]])
    expect(await found('10.0.0.5')).toEqual(both)
  })
})
