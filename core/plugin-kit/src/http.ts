import type { Static, TSchema } from 'typebox'
import type { ActionNote } from './actions.ts'
import type { Caller } from './caller.ts'
import type { Logger } from './logger.ts'
import type { RawReply, Reply } from './replies.ts'
import type { Upload, UploadSpec } from './uploads.ts'

type Of<S extends TSchema | undefined> = S extends TSchema ? Static<S> : Record<string, never>

/** What a handler gets: validated input and who asks. */
export interface RouteRequest<
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
> {
  params: Of<P>
  query: Of<Q>
  body: Of<B>
  /** Null only on public routes. */
  caller: Caller | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The socket's address. */
  ip: string
  /** Request id, also in every log line and error. */
  id: string
  /** Aborted when the client closes the connection before its answer is complete. */
  signal: AbortSignal
  log: Logger
  /** The file of a route that declares `upload`; its `body` is empty until the file was received. */
  upload: Upload<Of<B>>
  /** Adds to the action record of this operation; later notes win. */
  note(more: ActionNote): void
}

/** A request whose route needs a permission always has a caller. */
export type Authed<R> = Omit<R, 'caller'> & { caller: Caller }

export interface RouteSpec<
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
  R extends TSchema,
> {
  /** Unique in the whole document: `<plugin>.<noun>.<verb>`. */
  operationId: string
  /** One of the tags of api.md. */
  tag: string
  summary: string
  description?: string
  /** A permission key, `signed-in` (any user), or `public` spelled out. */
  permission: string
  params?: P
  /** Unknown query parameters are refused with 400. */
  query?: Q
  body?: B
  /** Shape of `data`; what is not declared here does not reach the client. */
  response: R
  /** `meta` where the answer has one. */
  meta?: TSchema
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202
  /** May also answer 202 with the same shape, by a `LaterReply`: the work goes on. */
  later?: true
  /** An answer's `data` for the document. */
  example?: unknown
  /**
   * The operation changes a device: honours Idempotency-Key. Never a GET. Where the path decides, a function
   * of its parameters says so; where it says no, nothing is recorded.
   */
  changesDevice?: true | ((params: Of<P>) => boolean)
  /**
   * Changes nothing although it is no GET, e.g. a filter sent as a body: not written to the action log, as
   * all others are.
   */
  readOnly?: true
  /**
   * Name in the action log, `<group>:<what>`; made of tag and operationId unless said. A GET that has one is
   * written there too.
   */
  action?: `${string}:${string}`
  /**
   * A single resource although its path does not end in a parameter: carries an ETag, and its PUT honours
   * If-Match.
   */
  tagged?: true
  /** The answer comes from a device, which may be silent or answer nonsense: the document then says so. */
  asksDevice?: true
  /** Also takes multipart/form-data (fields become body members). */
  multipart?: true
  /**
   * Takes one file as it arrives; `body` then declares the other fields of its form. The action log gets the
   * fields, never the file.
   */
  upload?: UploadSpec
  /** Greatest body in bytes; 1 MiB unless said. */
  bodyLimit?: number
}

type Handler<
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
  R extends TSchema,
> = (
  request: Authed<RouteRequest<P, Q, B>>,
) => Promise<Static<R> | Reply<Static<R>> | RawReply> | Static<R> | Reply<Static<R>> | RawReply

type Declare = <
  R extends TSchema,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  /** Path below `/api/v1`, with `:name` for parameters. */
  path: string,
  spec: RouteSpec<P, Q, B, R>,
  handler: Handler<P, Q, B, R>,
) => void

/** Declares routes; nothing runs until the kernel mounts them. Synchronous. */
export interface Routes {
  get: Declare
  post: Declare
  put: Declare
  delete: Declare
}
