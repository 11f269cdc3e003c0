import type { Readable } from 'node:stream'

/** `data` with `meta` beside it. A handler that returns anything else has `meta: null`. */
export class Reply<T = unknown> {
  readonly data: T
  readonly meta: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(data: T, meta: unknown = null, headers: Readonly<Record<string, string>> = {}) {
    this.data = data
    this.meta = meta
    this.headers = headers
  }
}

/** What is known while the work goes on: answered with 202. */
export class LaterReply<T = unknown> extends Reply<T> {}

/**
 * A body outside the envelope: pages, pictures, plain text. The route says `raw: true` in its response
 * schema.
 */
export class RawReply {
  readonly body: string | Buffer | Readable
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  constructor(
    body: string | Buffer | Readable,
    type: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.body = body
    this.type = type
    this.headers = headers
  }
}
