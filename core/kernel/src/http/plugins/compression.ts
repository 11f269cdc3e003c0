import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { codings, encodingFor, type Coding } from '../accept.ts'
import { addRouteHook } from '../route-hooks.ts'
import { varyBy } from '../vary.ts'

/** Octets from which on an answer is compressed. A smaller one fits into one packet anyway. */
const leastBytes = 1024
/** Both compress JSON to less than a tenth in little time; higher levels cost much and gain little. */
const levels = {
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
}

/**
 * An answer with a secret has `no-store`, and is sent as it is: its compressed length would tell whoever sees
 * the line how much of the secret a guess has in common with it (BREACH). So is a file whose handler gives
 * its length: who saves it sees how far it is, and whether it arrived whole.
 */
function isAsItIs(reply: FastifyReply): boolean {
  const isJson = String(reply.getHeader('content-type') ?? '').includes('json')
  const isSecret = isJson && String(reply.getHeader('cache-control') ?? '').includes('no-store')
  return isSecret || reply.hasHeader('content-length')
}

/** The coding in which a text is sent. Undefined: as it is. */
export const codingOf = (request: FastifyRequest, reply: FastifyReply, text: string): Coding | undefined =>
  isAsItIs(reply) || Buffer.byteLength(text) < leastBytes
    ? undefined
    : encodingFor(String(request.headers['accept-encoding'] ?? ''))

/** Tells the library what is decided here: its own reading of `Accept-Encoding` is another one. */
async function decide(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isOpen = !isAsItIs(reply)
  const coding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  if (coding && isOpen) request.headers['accept-encoding'] = coding
  else request.headers['x-no-compression'] = '1'
  if (isOpen) varyBy(reply, 'Accept-Encoding')
  return payload
}

/** Compresses the answers of operations, and of routes that say so, where the client asks for it. */
export const compression = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', route => {
      if (route.config?.operation || route.config?.compressed) addRouteHook(route, 'onSend', decide)
      else route.compress = false
    })
    await app.register(compress, {
      globalDecompression: false,
      threshold: leastBytes,
      encodings: [...codings],
      customTypes: /^(?:application\/(?:[\w.-]+\+)?(?:json|yaml|xml)|image\/svg\+xml|text\/(?!event-stream))/,
      ...levels,
    })
  },
  { name: 'linecard-compression', dependencies: ['linecard-etag', 'linecard-idempotency'], fastify: '5.x' },
)
