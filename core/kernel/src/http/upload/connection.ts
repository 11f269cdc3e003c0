import type { IncomingMessage } from 'node:http'
import { ApiError } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'

/** The connection of one upload, which may become silent, break or never end. */
export interface UploadConnection {
  /**
   * Waits for something that is read from the connection.
   * @throws ApiError if the connection fails before, or the form is malformed
   */
  wait<T>(work: Promise<T>): Promise<T>
  /**
   * Limits the whole body to so many bytes from now on. It begins to read, so it must be called before the
   * event loop continues.
   */
  limit(bytes: number): void
  leave(): void
}

/** The error for the client, from codes of @fastify/multipart and messages of @fastify/busboy. */
function explained(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT')
    return fail('PAYLOAD_TOO_LARGE')
  const broken =
    code === 'FST_MP_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    /terminated early|Unexpected end|aborted|Premature/i.test(message)
  return fail(broken ? 'UPLOAD_BROKEN' : 'FORM_INVALID')
}

/** @param idleMs longest time without a byte */
export function uploadConnection(raw: IncomingMessage, idleMs: number): UploadConnection {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let left = Infinity
  const onData = (piece: Buffer): void => {
    left -= piece.length
    if (left < 0) failed.reject(fail('PAYLOAD_TOO_LARGE'))
  }
  const onClose = (): void => {
    if (!raw.complete) failed.reject(fail('UPLOAD_BROKEN'))
  }
  raw.once('close', onClose)
  return {
    async wait(work) {
      const silence = setTimeout(
        () => failed.reject(Object.assign(new Error('idle'), { statusCode: 408 })),
        idleMs,
      )
      try {
        return await Promise.race([
          work.catch((error: unknown) => {
            throw explained(error)
          }),
          failed.promise,
        ])
      } finally {
        clearTimeout(silence)
      }
    },
    limit(bytes) {
      left = bytes
      raw.on('data', onData)
    },
    leave() {
      raw.off('data', onData)
      raw.off('close', onClose)
    },
  }
}

/** How much is read, and for how long, of what a client still sends when its answer is known. */
const drainLimit = { bytes: 67_108_864, ms: 2_000 }

/**
 * Reads the rest of a request, so that its client reads the answer. Returns whether all of it came. A request
 * from this process has nothing to read, and no `complete`.
 */
export async function drained(raw: IncomingMessage): Promise<boolean> {
  if (raw.complete !== false || raw.destroyed) return raw.complete !== false
  raw.unpipe()
  raw.removeAllListeners('readable')
  const ended = Promise.withResolvers<void>()
  let left = drainLimit.bytes
  const late = setTimeout(ended.resolve, drainLimit.ms)
  raw.on('data', (piece: Buffer) => {
    if ((left -= piece.length) < 0) ended.resolve()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => ended.resolve())
  raw.resume()
  await ended.promise
  clearTimeout(late)
  return raw.complete
}
