import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import {
  defaultQuotas,
  networkCommands,
  planMachines,
  quotaFiles,
  parseCount,
  useBetween,
  missingForMachines,
} from '../../bench/load/machines.ts'
import { readLoadOptions } from '../../bench/load/options.ts'
import { commandOn, thisMachine } from '../../scripts/machine.ts'

describe('the option --machines', () => {
  it('may come alone, or with the cores of some', () => {
    expect(readLoadOptions([])?.machines).toBeNull()
    expect(readLoadOptions(['--machines', '--clients=3'])).toMatchObject({
      machines: defaultQuotas,
      clients: 3,
    })
    expect(readLoadOptions(['--machines=server=0.3,store=1'])?.machines).toEqual({
      ...defaultQuotas,
      ...{ server: 0.3, store: 1 },
    })
  })

  it.each(['--machines=proxy=1', '--machines=server', '--machines=server=0.01', '--machines=0.5'])(
    'is refused with a sentence: %s',
    (option) => {
      expect(() => readLoadOptions([option])).toThrow(/--machines.*'/)
    },
  )

  it('says in a sentence what is missing', () => {
    const all = { root: true, ip: true, groups: 1 } as const
    expect(missingForMachines(all)).toBeNull()
    expect(missingForMachines({ ...all, root: false })).toMatch(/root/)
    expect(missingForMachines({ ...all, ip: false })).toMatch(/iproute2/)
    expect(missingForMachines({ ...all, groups: null })).toMatch(/control groups/)
  })
})

describe('machines', () => {
  const plan = planMachines('a1b2c3', 1, defaultQuotas, 2)

  it('have names and addresses of their own, and nothing of another run', () => {
    expect(plan.map(({ name }) => name)).toEqual([
      ...['clients', 'database', 'store', 'server 1', 'server 2', 'probe'],
    ])
    const every = (value: (machine: (typeof plan)[number]) => string) => new Set(plan.map(value)).size
    expect(every(({ address }) => address)).toBe(plan.length)
    expect(every(({ namespace }) => namespace)).toBe(plan.length)
    const other = planMachines('d4e5f6', 1, defaultQuotas, 2)
    const names = ({ namespace, cgroups }: (typeof plan)[number]) => [namespace, ...cgroups]
    const shared = other.flatMap(names).filter((name) => plan.flatMap(names).includes(name))
    expect(shared).toEqual([])
  })

  it('touch no link, address or route of the host', () => {
    const commands = networkCommands('a1b2c3', plan)
    const outside = commands.filter(
      ([first, second]) => first !== '-n' && !(first === 'netns' && second === 'add'),
    )
    expect(outside).toEqual([])
  })

  it('have a quota in the words of the kernel', () => {
    const [, , store] = plan
    expect(store && quotaFiles(1, store)).toEqual([
      ['/sys/fs/cgroup/cpu/sealpost-a1b2c3/store/cpu.cfs_period_us', '20000'],
      ['/sys/fs/cgroup/cpu/sealpost-a1b2c3/store/cpu.cfs_quota_us', '12000'],
    ])
    const [, , unified] = planMachines('a1b2c3', 2, defaultQuotas, 1)
    expect(unified && quotaFiles(2, unified)).toEqual([
      ['/sys/fs/cgroup/sealpost-a1b2c3/store/cpu.max', '12000 20000'],
    ])
  })

  it('run a command whose words stay as they are; this machine adds none', () => {
    const echo = { address: '', commandPrefix: ['sh', '-c', 'exec "$@"', 'name'] }
    const [program, args] = commandOn(echo, 'printf', ['%s|', 'a b', '$HOME', ''])
    expect(execFileSync(program, args, { encoding: 'utf8' })).toBe('a b|$HOME||')
    expect(commandOn(thisMachine, 'psql', ['-l'])).toEqual(['psql', ['-l']])
  })
})

describe('what a machine has used', () => {
  it('is read from both versions of control groups', () => {
    const first = 'nr_periods 40\nnr_throttled 10\nthrottled_time 5000\nnr_bursts 0\n'
    expect(parseCount(first, '2500000000\n')).toEqual({ seconds: 2.5, periods: 40, throttled: 10 })
    const second = `usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n${first}`
    expect(parseCount(second, null)).toEqual({ seconds: 2.5, periods: 40, throttled: 10 })
  })

  it('is a part of its quota', () => {
    const before = { seconds: 1, periods: 10, throttled: 5 }
    const after = { seconds: 1.5, periods: 110, throttled: 65 }
    const use = useBetween({ name: 'store', cores: 0.5 }, before, after, 2)
    expect(use).toEqual({ name: 'store', seconds: 0.5, used: 0.5, periods: 100, throttled: 60 })
  })
})
