import type { Readable } from 'node:stream'
import { brand } from '@linecard/driver-kit'

/** An answer with `data` and `meta`. If a handler returns other values, `meta` is null. */
export class Reply<T = unknown> {
  readonly data: T
  readonly meta: unknown
  readonly headers: Readonly<Record<string, string>>
  static {
    brand(this, 'Reply')
  }
  constructor(data: T, meta: unknown = null, headers: Readonly<Record<string, string>> = {}) {
    this.data = data
    this.meta = meta
    this.headers = headers
  }
}

/** An answer with a secret: nothing on the way stores it, and it is not compressed. */
export const notStored = <T>(data: T): Reply<T> => new Reply(data, null, { 'cache-control': 'no-store' })

/** A preliminary answer, status 202: the work continues. */
export class LaterReply<T = unknown> extends Reply<T> {
  static {
    brand(this, 'LaterReply')
  }
}

/**
 * A body without the envelope: pages, pictures, plain text. The route declares `raw: true` in its response
 * schema.
 */
export class RawReply {
  readonly body: string | Buffer | Readable
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  static {
    brand(this, 'RawReply')
  }
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
