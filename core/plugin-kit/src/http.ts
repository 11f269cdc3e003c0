import type { Static, TSchema } from 'typebox'
import type { ActionNote } from './actions.ts'
import type { Caller, Scope } from './caller.ts'
import type { Logger } from './logger.ts'
import type { RawReply, Reply } from './replies.ts'
import type { Upload, UploadSpec } from './uploads.ts'

type Of<S extends TSchema | undefined> = S extends TSchema ? Static<S> : Record<string, never>

/** What a handler gets: the validated input and the caller. */
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
  /** The address of the client's socket. */
  ip: string
  /** Request id, also in every log line and error. */
  id: string
  /** Aborted when the client closes the connection before its answer is complete. */
  signal: AbortSignal
  log: Logger
  /** The file of a route that declares `upload`; its `body` is empty until the file was received. */
  upload: Upload<Of<B>>
  /** Adds to the action record of this operation. A later note replaces the same field of an earlier one. */
  note(more: ActionNote): void
}

/** A request whose route needs a permission always has a caller. */
export type Authed<R> = Omit<R, 'caller'> & { caller: Caller }

/**
 * One operation, as the API checks it and the OpenAPI document shows it. A wrong declaration makes the plugin
 * `failed`, with a reason that names the route.
 */
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
  /**
   * The operation will go: a sentence that says what to use in its place. It works as before, and the
   * document marks it. A parameter or field that will go has `deprecated: true` in its schema, and the
   * sentence in its `description`.
   */
  deprecated?: string
  /** A permission key, `signed-in` (any user) or `public`. */
  permission: string
  /** Whose object it is about. Every operation has it that is not `public`: without it the plugin fails. */
  scope?: Scope
  params?: P
  /** Unknown query parameters are refused with 400. */
  query?: Q
  body?: B
  /** Schema of `data`. Fields that it does not declare do not reach the client. */
  response: R
  /** Schema of `meta`, if the answer has one. */
  meta?: TSchema
  /** Status of a success, 200 by default. */
  status?: 200 | 201 | 202
  /** The handler may return a `LaterReply`: status 202, the same schema, and the work continues. */
  later?: true
  /** Statuses of errors that do not follow from the rest, e.g. 404 for a reference in the body. */
  errors?: readonly number[]
  /** Headers that only this operation has, by name. Each schema has a description. */
  headers?: { request?: Readonly<Record<string, TSchema>>; answer?: Readonly<Record<string, TSchema>> }
  /** Media type of the file (`RawReply`) that the handler answers instead if the query asks for it. */
  orFile?: string
  /**
   * Schemas for the OpenAPI document alone, where the path decides what a request is checked with, as for
   * modules. Called when the document is asked for.
   */
  documented?: () => { query?: TSchema; body?: TSchema; response?: TSchema }
  /** An example of `data` for the OpenAPI document. By default it is composed from the schema. */
  example?: unknown
  /**
   * The operation changes a device, so it supports Idempotency-Key. Never a GET. If it depends on the path, a
   * function of its parameters decides; when it returns false, nothing is recorded.
   */
  changesDevice?: true | ((params: Of<P>) => boolean)
  /**
   * Changes nothing although it is not a GET, for example a search with its filter as a body. It is not
   * written to the action log.
   */
  readOnly?: true
  /**
   * Name in the action log, `<group>:<what>`; by default made from tag and operationId. A GET with a name is
   * written to the log too.
   */
  action?: `${string}:${string}`
  /**
   * A single resource although its path does not end in a parameter: its GET sends an ETag, and its PUT
   * supports If-Match.
   */
  tagged?: true
  /** The answer comes from a device. The OpenAPI document then lists the errors of devices. */
  asksDevice?: true
  /** Also accepts multipart/form-data. Its fields become members of the body. */
  multipart?: true
  /**
   * Receives one file as a stream. `body` then declares the other fields of its form. The action log gets the
   * fields, never the file.
   */
  upload?: UploadSpec
  /** Largest body in bytes, 1 MiB by default. */
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

/** Declares routes. It is synchronous; the kernel mounts the routes later. */
export interface Routes {
  get: Declare
  post: Declare
  put: Declare
  delete: Declare
}
