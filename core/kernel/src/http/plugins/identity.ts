import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from '@linecard/plugin-kit'

/** A request id that a client sent. Null if it is not fit for logs and headers. */
export const safeId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w.:+/=-]{1,128}$/.test(header) ? header : null

/**
 * Callers of requests that the service makes to itself. The header carries a random ticket, which is valid
 * for one request.
 */
export interface Tickets {
  readonly header: string
  issue(caller: Caller): string
  /** The caller of a valid ticket, else null. Uses the ticket up. */
  redeem(ticket: unknown): Caller | null
  /** Whether the ticket is valid. Does not use it up. */
  holds(ticket: unknown): boolean
  revoke(ticket: string): void
}

export function createTickets(): Tickets {
  const open = new Map<string, Caller>()
  return {
    header: 'x-linecard-ticket',
    issue(caller) {
      const ticket = crypto.randomUUID()
      open.set(ticket, caller)
      return ticket
    },
    redeem(ticket) {
      const caller = typeof ticket === 'string' ? (open.get(ticket) ?? null) : null
      if (caller) open.delete(ticket as string)
      return caller
    },
    holds: ticket => typeof ticket === 'string' && open.has(ticket),
    revoke: ticket => {
      open.delete(ticket)
    },
  }
}

/** Every request has an id, which its answer repeats, and room for its caller, whom the guard enters. */
export const identity = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('caller', null)
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
  },
  { name: 'linecard-identity', fastify: '5.x' },
)
