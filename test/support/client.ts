import { contractOf, withParameters, type Contract, type OpenApiDocument } from './contract.ts'

const prefix = '/api/v1'

export interface Input {
  query?: Readonly<Record<string, string | number | boolean>>
  body?: unknown
  /** Fields of a multipart form, instead of a body. */
  form?: Readonly<Record<string, string>>
  /** Text that is sent unchanged as JSON. */
  raw?: string
  headers?: Readonly<Record<string, string>>
}
export interface Failure {
  type: string
  code: string
  description: string
  details: { path: string; message: string; [more: string]: unknown }[]
  request_id: string
}
export interface Answer<T = unknown> {
  status: number
  headers: Headers
  data: T
  meta: unknown
  error: Failure
  text: string
}

/**
 * The API as an integration sees it. Every answer is checked against the served document. Throws if an answer
 * does not fit.
 */
export interface Client {
  readonly url: string
  readonly key: string | null
  /** Any answer, good or bad. `path` is below `/api/v1`. */
  ask<T = unknown>(method: string, path: string, input?: Input): Promise<Answer<T>>
  /** The data of an answer. Throws if it is an error. */
  get<T = unknown>(path: string, query?: Input['query']): Promise<T>
  post<T = unknown>(path: string, body: unknown): Promise<T>
  put<T = unknown>(path: string, body: unknown): Promise<T>
  delete(path: string): Promise<void>
  /** The status and the error of a request that must fail. Throws on success. */
  fails(method: string, path: string, input?: Input): Promise<Failure & { status: number }>
  /** The same service with another key. Null: no key. */
  as(key: string | null): Client
  contract(): Promise<Contract>
}

/** The document as it is served. */
export async function servedDocument(url: string): Promise<OpenApiDocument> {
  const answer = await fetch(`${url}/swagger/openapi.json`)
  if (answer.status !== 200) throw new Error(`GET /swagger/openapi.json → ${answer.status}`)
  return (await answer.json()) as OpenApiDocument
}

/** The present document, with each parameter in its operation. */
export const documentOf = async (url: string): Promise<OpenApiDocument> =>
  withParameters(await servedDocument(url))

function bodyOf({ body, form, raw }: Input): { type: string | null; body: string | FormData | undefined } {
  if (form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form)) data.set(name, value)
    return { type: null, body: data }
  }
  if (raw !== undefined) return { type: 'application/json', body: raw }
  return body === undefined
    ? { type: null, body: undefined }
    : { type: 'application/json', body: JSON.stringify(body) }
}

/** What clients of like installations share: making and compiling a contract takes a second. */
export interface Kept {
  contract: Promise<Contract> | null
}

/** All clients of one installation share `kept`. */
export function clientOf(url: string, key: string | null = null, kept: Kept = { contract: null }): Client {
  const contract = () =>
    (kept.contract ??= documentOf(url).then(contractOf, error => {
      kept.contract = null
      throw error
    }))
  /**
   * Plugins may be switched on: an operation may be missing in the kept document and be in the present one.
   */
  const contractFor = async (method: string, path: string) => {
    if ((await contract()).find(method, path)) return contract()
    kept.contract = null
    return contract()
  }

  const ask = async <T>(method: string, path: string, input: Input = {}): Promise<Answer<T>> => {
    const search = new URLSearchParams(
      Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const { type, body } = bodyOf(input)
    const answer = await fetch(`${url}${prefix}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      body,
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(key === null ? {} : { 'x-auth-key': key }),
        ...input.headers,
      },
    })
    const contentType = answer.headers.get('content-type') ?? ''
    const text = await answer.text()
    const json = /[/+]json/.test(contentType)
      ? (JSON.parse(text) as { data: T; meta: unknown; error: Failure })
      : undefined
    const asked = `${prefix}${path.split('?')[0]}`
    const held = await contractFor(method, asked)
    // The answer for an unknown path has the same envelope, but no operation to check it against.
    if (held.find(method, asked) || answer.status < 400)
      held.check({
        method,
        path: asked,
        status: answer.status,
        contentType,
        headers: answer.headers.keys(),
        body: json,
      })
    return {
      status: answer.status,
      headers: answer.headers,
      data: json?.data as T,
      meta: json?.meta,
      error: json?.error as Failure,
      text,
    }
  }
  const good = async <T>(method: string, path: string, input?: Input): Promise<T> => {
    const { status, data, error } = await ask<T>(method, path, input)
    if (status >= 400)
      throw new Error(
        `${method} ${path} → ${status} ${error?.code}: ${error?.description} ` +
          `${JSON.stringify(error?.details)}`,
      )
    return data
  }
  return {
    url,
    key,
    ask,
    contract,
    get: (path, query) => good('GET', path, { query }),
    post: (path, body) => good('POST', path, { body }),
    put: (path, body) => good('PUT', path, { body }),
    delete: async path => {
      await good('DELETE', path)
    },
    async fails(method, path, input) {
      const { status, error, data } = await ask(method, path, input)
      if (status < 400)
        throw new Error(
          `${method} ${path} → ${status}, and should have failed: ${JSON.stringify(data)?.slice(0, 300)}`,
        )
      return { ...error, status }
    },
    as: other => clientOf(url, other, kept),
  }
}

/** Signs in. Returns a client with the key of the session. */
export async function signIn(client: Client, login: string, password: string): Promise<Client> {
  const { key } = await client.as(null).post<{ key: string }>('/auth', { login, password })
  return client.as(key)
}
