import type { FastifyRequest } from 'fastify'
import { addressOrNetwork } from './addresses.ts'

/** The principal on whose behalf the server works: an account, an address or network, or the server itself. */
export type Principal = string

/** The account that is signed in, from wherever it calls; of others the address, or the network (/48) of IPv6. */
export const principalOf = ({ signedIn, ip }: Pick<FastifyRequest, 'signedIn' | 'ip'>): Principal =>
  signedIn ? accountPrincipal(signedIn.user) : addressOrNetwork(ip)

export const accountPrincipal = ({ id }: { id: number }): Principal => `account ${id}`

/** What the server does at its start, and the operator by a command. */
export const serverItself: Principal = 'server'
