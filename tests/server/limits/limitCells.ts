/** What an entry point could use up. */
export const resources = {
  body: 'bytes',
  nesting: 'nesting',
  members: 'count',
  processor: 'processor time',
  memory: 'memory',
  disk: 'disk',
  rows: 'database rows',
  time: 'time',
  connections: 'connections',
  requests: 'outgoing requests',
} as const
export type Resource = keyof typeof resources

interface Allowance {
  points: number
  seconds: number
}
export type Constants = Readonly<Record<string, number | Allowance>>

/** A figure of the product, and the test that proves it; or why there is none. */
export type LimitCell = Limit | { none: string }
export interface Limit {
  /** By their names in the product: the figure of the document is the one that is in force. */
  constants: Constants
  /** Below `tests`; behind a colon and a blank the title of the test, or a piece of it. */
  proof?: string
  /** Where the limit is that of a library, which is given the figure: its name. */
  library?: string
  about?: string
}
export type LimitCells = Readonly<Record<Resource, LimitCell>>

export const limit = (constants: Constants, proof: string, about?: string): Limit => ({
  constants,
  proof,
  ...(about !== undefined && { about }),
})
export const libraryLimit = (constants: Constants, library: string, about: string): Limit => ({
  constants,
  library,
  about,
})
export const noLimit = (because: string): LimitCell => ({ none: because })

/** Entry points with limits in common. */
export interface EntryPointGroup {
  title: string
  about: string
  cells: LimitCells
  /** `METHOD path`, with what is otherwise there. */
  routes?: Readonly<Record<string, Partial<LimitCells>>>
}
