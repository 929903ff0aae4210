import { describe, expect, it } from 'vitest'
import { TimeLeft } from '../../../core/upload/timeLeft.ts'

interface SimulatedLine {
  small: number
  /** Bytes of each small file. */
  each: number
  large: number
  /** Milliseconds of a small file, beside its bytes. */
  file: number
  /** Milliseconds of a byte. */
  byte: number
  /** Of line and processor, that the small files have while there are some: all of it, nothing, or beside the large one. */
  share: number
}

/** Files of a request end together. */
const filesPerRequest = 500

/** Small files and one large one side by side, four looks a second, at a speed that comes and goes. */
function* simulateLine({ small, each, large, file, byte, share }: SimulatedLine) {
  let seed = 7
  const speed = () => 0.7 + 0.6 * ((seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31)
  const done = { files: 0, bytes: 0 }
  let waiting = 0
  let sentOfLarge = 0
  for (let now = 250; done.files < small || sentOfLarge < large; now += 250) {
    const forSmall = done.files < small ? (sentOfLarge < large ? share : 1) : 0
    waiting += (250 * forSmall * speed()) / (file + each * byte)
    sentOfLarge = Math.min(large, sentOfLarge + (250 * (1 - forSmall) * speed()) / byte)
    while (done.files < small && waiting >= Math.min(filesPerRequest, small - done.files)) {
      waiting -= Math.min(filesPerRequest, small - done.files)
      done.files += Math.min(filesPerRequest, small - done.files)
    }
    done.bytes = sentOfLarge + each * Math.min(small, done.files + waiting)
    yield { now, done: { ...done } }
  }
}

/** What was said after so many seconds, as a multiple of what it then took. */
function estimatesAfter(seconds: number[], line: SimulatedLine): (number | null)[] {
  const timeLeft = new TimeLeft({ files: line.small + 1, bytes: line.small * line.each + line.large })
  const steps = [...simulateLine(line)]
  const end = steps.at(-1)?.now ?? 0
  const latest = Math.max(...seconds) * 1000
  const estimates = new Map<number, number | null>()
  for (const { now, done } of steps) if (now <= latest) estimates.set(now, timeLeft.at(done, now))
  return seconds.map((second) => {
    const left = estimates.get(second * 1000)
    return left === null || left === undefined ? null : left / (end - second * 1000)
  })
}

const isWithinQuarter = (ratio: number | null) => ratio !== null && ratio > 0.75 && ratio < 1.25

/** As rates in bytes say it. */
function estimateByBytes(second: number, line: SimulatedLine): number {
  const steps = [...simulateLine(line)]
  const before = steps.find(({ now }) => now >= (second - 5) * 1000)
  const then = steps.find(({ now }) => now >= second * 1000)
  const end = steps.at(-1)?.now ?? 0
  if (!before || !then) return NaN
  const left = line.small * line.each + line.large - then.done.bytes
  return (left * 5000) / (then.done.bytes - before.done.bytes) / (end - second * 1000)
}

const usualLine: SimulatedLine = {
  small: 75_000,
  each: 1024,
  large: 3e9,
  file: 1,
  byte: 1 / 90_000,
  share: 0.85,
}

describe('what is said of the time left', () => {
  it.each<[string, SimulatedLine]>([
    ['many small files beside a large one', usualLine],
    ['the same, where the large one has the most of it', { ...usualLine, share: 0.4 }],
    ['a fast machine', { ...usualLine, file: 0.5, byte: 1 / 200_000 }],
    ['a slow machine', { ...usualLine, file: 2, byte: 1 / 50_000 }],
    ['a line of 8 Mbit/s', { ...usualLine, each: 8192, byte: 1 / 1000 }],
    ['a line of 160 Mbit/s', { ...usualLine, each: 8192, byte: 1 / 20_000, share: 0.6 }],
    ['small files alone', { ...usualLine, large: 0 }],
    ['one large file', { ...usualLine, small: 0 }],
    ['small files alone, on a very slow server', { ...usualLine, small: 5000, large: 0, file: 20 }],
    ['one large file on a line of 160 kbit/s', { ...usualLine, small: 0, large: 3e7, byte: 1 / 20 }],
  ])('is within a quarter of the truth after ten seconds: %s', (_, line) => {
    expect(estimatesAfter([10, 15, 20], line)).toSatisfy((ratios: (number | null)[]) =>
      ratios.every(isWithinQuarter),
    )
  })

  // Where files and bytes come in one proportion all the time, or one of them has not come yet, nobody knows what each
  // takes: what is seen in one such upload is what is seen in another, of which the rest takes several times as long.
  it('is nothing, rather than wrong, where it cannot be known: of 96 uploads after ten seconds', () => {
    const uploads = [0.85, 0.4, 1, 0].flatMap((share) =>
      [
        { small: 75_000, each: 1024, large: 3e9, share },
        { small: 8000, each: 40_000, large: 1e9, share },
      ].flatMap((files) =>
        [0.5, 1, 2].flatMap((file) =>
          [200_000, 50_000, 10_000, 1000].map((rate) => ({ ...files, file, byte: 1 / rate })),
        ),
      ),
    )
    expect(uploads).toHaveLength(96)
    const ratios = uploads.map((line) => estimatesAfter([10], line)[0] ?? null)
    const knownRatios = ratios.filter((ratio) => ratio !== null)
    const wrong = knownRatios.filter((ratio) => !isWithinQuarter(ratio))
    expect(knownRatios.length).toBeGreaterThanOrEqual(50)
    expect(wrong.length).toBeLessThanOrEqual(2)
    // Those are near their end.
    for (const ratio of wrong) expect(ratio).toBeLessThan(1.4)
  })

  it('is known a few seconds after the large file has its turn', () => {
    // 4 s of small files, and then 30 s of one large one.
    const line = { small: 4000, each: 1024, large: 3e8, file: 1, byte: 1 / 10_000, share: 1 }
    const [before, after] = estimatesAfter([3, 12], line)
    expect(before).toBeNull()
    expect(after).toSatisfy(isWithinQuarter)
  })

  it('is what bytes alone get wrong', () => {
    expect(estimateByBytes(10, usualLine)).toBeGreaterThan(2)
  })

  it('is nothing before there was something to see', () => {
    const timeLeft = new TimeLeft({ files: 1, bytes: 1e9 })
    expect(timeLeft.at({ files: 0, bytes: 0 }, 0)).toBeNull()
    expect(timeLeft.at({ files: 0, bytes: 1e6 }, 1000)).toBeNull()
    for (const second of [2, 3, 4, 5]) timeLeft.at({ files: 0, bytes: second * 1e6 }, second * 1000)
    expect(timeLeft.at({ files: 0, bytes: 5e6 }, 5100)).toBeCloseTo(995_000, -5)
  })

  it('takes nothing of how long the start took', () => {
    const timeLeft = new TimeLeft({ files: 1, bytes: 1e9 })
    for (let second = 0; second <= 4; second++) timeLeft.at({ files: 0, bytes: 0 }, second * 1000)
    for (let second = 5; second <= 9; second++)
      timeLeft.at({ files: 0, bytes: (second - 4) * 1e7 }, second * 1000)
    expect(timeLeft.at({ files: 0, bytes: 5e7 }, 9100)).toBeCloseTo(95_000, -4)
  })

  it('takes no pause for slowness', () => {
    const timeLeft = new TimeLeft({ files: 1, bytes: 1e9 })
    for (let second = 0; second <= 10; second++) timeLeft.at({ files: 0, bytes: second * 1e7 }, second * 1000)
    expect(timeLeft.at({ files: 0, bytes: 1e8 }, 600_000)).toBeCloseTo(90_000, -4)
    expect(timeLeft.at({ files: 0, bytes: 1.1e8 }, 601_000)).toBeCloseTo(89_000, -4)
  })
})

interface BufferedLine {
  /** Bytes of the one file. */
  size: number
  /** When each connection takes its first part, in milliseconds. */
  starts: number[]
  /** Bytes that the buffers of a connection take before they are on the line. */
  buffer: number
  /** Bytes of a part: a connection takes the next one when all of this one is through. */
  part: number
  /** Bytes that all connections together bring through in a millisecond. */
  rate: (now: number) => number
}

/** Bytes in a millisecond that go into buffers which are not full. */
const bufferBytesPerMs = 2200

/** One file over slow connections with large buffers; like progress, it is looked at only where bytes have left. */
function* simulateBufferedLine({ size, starts, buffer, part, rate }: BufferedLine) {
  let seed = 7
  const random = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31
  const connections = starts.map((start) => ({ start, ofPart: 0, held: 0 }))
  let waiting = size
  let left = 0
  for (let now = 250; waiting > 0 || connections.some(({ ofPart }) => ofPart > 0); now += 250) {
    const before = left
    const busy = connections.filter(({ held }) => held > 0)
    const drained = 250 * rate(now) * (0.5 + random())
    for (const connection of busy) connection.held = Math.max(0, connection.held - drained / busy.length)
    for (const connection of connections.filter(({ start }) => start < now)) {
      if (connection.ofPart === 0 && connection.held === 0) {
        connection.ofPart = Math.min(part, waiting)
        waiting -= connection.ofPart
      }
      const more = Math.min(connection.ofPart, buffer - connection.held, 250 * bufferBytesPerMs)
      connection.ofPart -= more
      connection.held += more
      left += more
    }
    if (left > before) yield { now, bytes: left, isFilling: left - before > 4 * drained }
  }
}

interface Estimate {
  second: number
  /** A multiple of what it then took. */
  ratio: number | null
  isFilling: boolean
}

/** Returns the estimates from a second on, up to half a minute before the end or another second. */
function estimatesFrom(second: number, line: BufferedLine, last = Infinity): Estimate[] {
  const timeLeft = new TimeLeft({ files: 1, bytes: line.size })
  const steps = [...simulateBufferedLine(line)]
  const end = steps.at(-1)?.now ?? 0
  return steps
    .filter(({ now }) => now <= last * 1000)
    .map((step) => ({ ...step, left: timeLeft.at({ files: 0, bytes: step.bytes }, step.now) }))
    .filter(({ now }) => now >= second * 1000 && now <= end - 30_000)
    .map(({ now, left, isFilling }) => ({
      second: now / 1000,
      ratio: left === null ? null : left / (end - now),
      isFilling,
    }))
}

const isWithin30Percent = (ratio: number | null) => ratio !== null && ratio > 1 / 1.3 && ratio < 1.3

describe('what is said of the time left where buffers take much before the line does', () => {
  const oneConnection: BufferedLine = { size: 40e6, starts: [0], buffer: 4.3e6, part: 40e6, rate: () => 120 }

  it.each<[string, BufferedLine]>([
    ['one connection', oneConnection],
    ['the same, that takes a part of 16 MB after the other', { ...oneConnection, size: 48e6, part: 16e6 }],
    [
      'three connections that share such buffers, one after another',
      { ...oneConnection, starts: [0, 3000, 6000], buffer: 4.3e6 / 3, part: 40e6 / 3 },
    ],
    [
      'three connections with such buffers each, one after another',
      { ...oneConnection, size: 80e6, starts: [0, 3000, 6000], part: 80e6 / 3 },
    ],
  ])('is right or nothing after 20 seconds, and right after 40: %s', (_, line) => {
    // While buffers take the beginning of a part, nobody knows how much they will take.
    const estimates = estimatesFrom(20, line).filter(({ isFilling }) => !isFilling)
    expect(estimates.filter(({ ratio }) => ratio !== null && !isWithin30Percent(ratio))).toEqual([])
    expect(estimates.length).toBeGreaterThan(400)
    expect(estimates.filter(({ second, ratio }) => second >= 40 && !isWithin30Percent(ratio))).toEqual([])
  })

  it.each([4.3e6, 5e6])('is nothing while the buffers of one connection fill: %d bytes', (buffer) => {
    const estimates = estimatesFrom(0, { ...oneConnection, buffer }, 5)
    expect(estimates).not.toEqual([])
    expect(estimates.filter(({ ratio }) => ratio !== null)).toEqual([])
  })

  it.each([
    ['slower', 30, 30e6],
    ['faster', 480, 80e6],
  ])('is right again a minute after the line became four times %s', (_, then, size) => {
    const rate = (now: number) => (now < 100_000 ? 120 : then)
    const estimates = estimatesFrom(160, { ...oneConnection, size, part: size, rate })
    expect(estimates).not.toEqual([])
    expect(estimates.filter(({ ratio }) => !isWithin30Percent(ratio))).toEqual([])
  })
})
