import { type ComponentType, lazy } from 'react'

/** Loads a component when it is first rendered. @param name its export */
export const lazyExport = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }))
