import { describe, expect, it } from 'vitest'
import { parseTrustProxy, visitorAddress, visitorNetwork } from '../../../server/http/ipAddresses.ts'

describe('a visitor', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::1', '2001:db8:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['unix:', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('at %s is %s', (address, visitor) => {
    expect(visitorAddress(address)).toBe(visitor)
  })
})

describe('the network of a visitor', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['[2001:DB8:1:ffff::1]:443', '2001:db8:1::/48'],
    ['203.0.113.7', undefined],
    ['::ffff:203.0.113.7', undefined],
    ['unix:', undefined],
    [undefined, undefined],
  ])('at %s is %s', (address, network) => {
    expect(visitorNetwork(address)).toBe(network)
  })
})

describe('TRUST_PROXY', () => {
  it('as a number trusts so many senders, whoever they are', () => {
    const trust = parseTrustProxy('2')
    expect([0, 1, 2, 3].map((hop) => trust?.('198.51.100.1', hop))).toEqual([true, true, false, false])
  })

  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['127.0.0.2', false],
    ['10.200.3.4', true],
    ['11.0.0.1', false],
    ['2001:db8:9::1', true],
    ['2001:db9::1', false],
    ['unknown', false],
  ])('as a list knows %s: %s', (address, trusted) => {
    expect(parseTrustProxy('127.0.0.1, 10.0.0.0/8,2001:db8::/32')?.(address, 0)).toBe(trusted)
  })

  it.each([
    '0',
    '10',
    '-1',
    'true',
    'proxy.example.org',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.1,',
    'fe80::1%eth0',
    '::/129',
  ])('is not %s', (text) => {
    expect(parseTrustProxy(text)).toBeUndefined()
  })
})
