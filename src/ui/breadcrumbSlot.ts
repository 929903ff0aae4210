import { createContext } from 'react'

/** The header's place for the breadcrumb of a page; null on pages without one. */
export const BreadcrumbSlot = createContext<HTMLElement | null>(null)
