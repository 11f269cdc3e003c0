import type { ActionNote, Caller } from '@linecard/plugin-kit'
import type { Operation } from './contract.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** Idempotency-Key under which the answer is to be kept. */
    keepAs: string | null
    /** What the handler failed with, for the action log. */
    failure: { code: string; description: string } | null
    /** What the action log is to know of the work; null until the handler began. */
    acting: { note: ActionNote; resultId: number | null } | null
    /** The action was told. */
    told: boolean
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Path of an address without its query: keys may stand there (fault 59). */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#;]/)
  return end < 0 ? url : url.slice(0, end)
}

/** Request id of a client, where it is fit for logs and headers. */
export const saneId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w.:+/=-]{1,128}$/.test(header) ? header : null

/**
 * Callers of requests that the service makes to itself. The header carries a ticket nobody outside can know,
 * good for one request.
 */
export interface Tickets {
  readonly header: string
  issue(caller: Caller): string
  redeem(ticket: unknown): Caller | null
  /** Whether the ticket is good, without using it up. */
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
