import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { KiB, MiB } from '../../../contract/limits.ts'
import { MemoryBudget } from '../../../server/http/memoryBudget.ts'
import { takeRequestMemory } from '../../../server/http/requestMemory.ts'

it('a refused request holds no memory, even if it has taken some', async () => {
  const memory = new MemoryBudget(MiB)
  const app = Fastify()
  app.get('/', (request, reply) => {
    const refused = takeRequestMemory(memory, request, reply, (held) => {
      held.take(64 * KiB)
      held.take(MiB)
    })
    return reply.code(413).send(refused?.message)
  })
  expect((await app.inject('/')).statusCode).toBe(413)
  expect(memory.held).toBe(0)
})
