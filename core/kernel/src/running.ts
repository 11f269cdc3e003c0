import type { Driver } from '@linecard/driver-kit'
import type { Caller, Component, Services } from '@linecard/plugin-kit'
import type { GivenToCommand, InstalledCommand } from './components/commands.ts'
import type { App } from './http/app.ts'
import { prefix } from './http/address.ts'
import type { Tickets } from './http/plugins/identity.ts'

export interface CallRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As in the OpenAPI document, with or without `/api/v1`. */
  path: string
  query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>
  body?: unknown
  /** The system caller on the host by default. */
  as?: Caller
  headers?: Readonly<Record<string, string>>
}

/** A started installation. */
export interface Running {
  /** Where it listens; null in `command` mode. */
  readonly url: string | null
  components(): Component[]
  /** The drivers that run. */
  drivers(): readonly Driver[]
  use<N extends keyof Services>(name: N): Services[N]
  /** The commands of its plugins. */
  commands(): InstalledCommand[]
  /** Runs a command of a plugin with its context. @throws StartError if the plugin does not run */
  command(which: Pick<InstalledCommand, 'component' | 'name'>, ...given: GivenToCommand): Promise<void>
  /** Calls an operation in this process. It passes the same permission, checks and envelope as over HTTP. */
  request(
    request: CallRequest,
  ): Promise<{ status: number; body: unknown; headers: Readonly<Record<string, unknown>> }>
  /** Stops everything in reverse order, within 10 s. A second call waits for the first. */
  stop(): Promise<void>
}

const outside = /^\/(health|metrics|swagger)(\/|$)/

/** The address of a call: pages keep their path, operations lie below the prefix. */
function addressOf({ path, query = {} }: CallRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  const whole = path.startsWith(prefix) || outside.test(path) ? path : prefix + path
  return search.size === 0 ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${search}`
}

export async function call(
  app: App,
  tickets: Tickets,
  system: () => Caller,
  request: CallRequest,
): ReturnType<Running['request']> {
  const { method, body, headers = {}, as = { ...system(), onHost: true } } = request
  const ticket = tickets.issue(as)
  try {
    const answer = await app.call({
      method,
      url: addressOf(request),
      headers: {
        ...headers,
        [tickets.header]: ticket,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const json = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: json ? (JSON.parse(answer.body) as unknown) : answer.body,
      headers: answer.headers,
    }
  } finally {
    tickets.revoke(ticket)
  }
}
