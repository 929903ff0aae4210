import type { FastifyRequest } from 'fastify'
import { addressOrNetwork } from './ipAddresses.ts'

/** The principal on whose behalf the server works: an account, an address or network, or the server itself. */
export type Principal = string

/** Account of the signed-in user, from any address; otherwise the IPv4 address, or the network (/48) of IPv6. */
export const principalOf = ({ signedIn, ip }: Pick<FastifyRequest, 'signedIn' | 'ip'>): Principal =>
  signedIn ? accountPrincipal(signedIn.user) : addressOrNetwork(ip)

export const accountPrincipal = ({ id }: { id: number }): Principal => `account ${id}`

/** Principal of work that the server does at its start, and of the command line. */
export const serverPrincipal: Principal = 'server'
