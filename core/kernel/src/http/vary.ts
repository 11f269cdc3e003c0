import type { FastifyReply } from 'fastify'

/** Adds the name of a header of the request that decided about the answer. */
export function varyBy(reply: FastifyReply, name: string): void {
  const named = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '')
  if (!named.some(one => one.toLowerCase() === name.toLowerCase()))
    reply.header('vary', [...named, name].join(', '))
}
