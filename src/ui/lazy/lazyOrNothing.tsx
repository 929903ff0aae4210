import { type ComponentType, lazy, Suspense } from 'react'

/** Loads a component when it is first rendered; renders nothing meanwhile. @param name its export */
export function lazyOrNothing<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }))
  return function LazyOrNothing(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
