import type { FastifyRequest } from 'fastify'
import { customerAddress } from './addresses.ts'

/** On whose behalf the server works, where all share what it can do: an account, an address, or the server itself. */
export type Customer = string

/** The account that is signed in, from wherever it calls; of others the address, or the network (/48) of IPv6. */
export const customerOf = ({ signedIn, ip }: Pick<FastifyRequest, 'signedIn' | 'ip'>): Customer =>
  signedIn ? accountAsCustomer(signedIn.user) : customerAddress(ip)

export const accountAsCustomer = ({ id }: { id: number }): Customer => `account ${id}`

/** What the server does at its start, and the operator by a command. */
export const serverItself: Customer = 'server'
