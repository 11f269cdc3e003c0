import type { TSchema } from 'typebox'
import { scopes, type Plugin, type RawReply, type Reply, type RouteRequest } from '@linecard/plugin-kit'
import type { RouteSpec, Routes } from '@linecard/plugin-kit'
import { messageOf } from '../log/error.ts'
import type { ContractFaults } from './contract-faults.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type AnySpec = RouteSpec<TSchema | undefined, TSchema | undefined, TSchema | undefined, TSchema>
export type AnyHandler = (
  request: RouteRequest<undefined, undefined, undefined>,
) => Promise<unknown> | unknown | Reply | RawReply

/** A route as its plugin declared it. */
export interface Operation {
  plugin: string
  method: Method
  /** Below `/api/v1`, parameters as `:name`. */
  path: string
  spec: AnySpec
  handler: AnyHandler
}

/** A plugin that runs, with what its `setup` returned. */
export interface RunningPlugin {
  plugin: Plugin
  context: unknown
  /** Its place in the config. */
  rank: number
}

/** Whether a request with these path parameters changes a device. */
export const changesDevice = ({ spec: { changesDevice: declared } }: Operation, params: unknown): boolean =>
  typeof declared === 'function' ? declared(params as never) : declared === true

/** Whether a request changes what holds for everybody. */
export const changesForAll = ({ method, spec }: Operation): boolean =>
  spec.scope === 'all' && method !== 'GET' && !spec.readOnly

/** `routes` runs once after a `setup`, however many applications are built of it. */
const declared = new WeakMap<RunningPlugin, readonly Operation[]>()

/**
 * The operations that a plugin declares, in its order.
 * @throws Error if `routes` throws or is asynchronous
 */
export function operationsOf(running: RunningPlugin): readonly Operation[] {
  const known = declared.get(running)
  if (known) return known
  const operations = declareAll(running)
  declared.set(running, operations)
  return operations
}

function declareAll({ plugin, context }: RunningPlugin): Operation[] {
  const operations: Operation[] = []
  const declare = (method: Method) => (path: string, spec: unknown, handler: unknown) => {
    operations.push({
      plugin: plugin.id,
      method,
      path,
      spec: spec as AnySpec,
      handler: handler as AnyHandler,
    })
  }
  const routes = {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    delete: declare('DELETE'),
  } as Routes
  let answer: unknown
  try {
    answer = plugin.routes?.(routes, context as never)
  } catch (cause) {
    throw new Error(`threw: ${messageOf(cause)}; do what can fail in "setup"`, { cause })
  }
  if (answer instanceof Promise) {
    // It may reject later, and this throw is its answer.
    answer.catch(() => undefined)
    throw new Error('must be synchronous: read what it needs in "setup"')
  }
  return operations
}

/** Whether path and spec are there at all, in code that was not checked by `tsc`. */
const isWhole = ({ path, spec }: { path: unknown; spec: unknown }): boolean =>
  typeof path === 'string' && typeof spec === 'object' && spec !== null

const isObject = (schema: TSchema) => (schema as { type?: unknown }).type === 'object'

function faultsOf(
  { plugin, method, path, spec, handler }: Operation,
  known: { permissions: ReadonlySet<string>; tags: ReadonlySet<string> },
): string[] {
  const faults: string[] = []
  const need = (good: unknown, fault: string) => {
    if (!good) faults.push(fault)
  }
  need(path.startsWith('/') && !path.includes('?'), 'the path must start with /')
  need(
    typeof handler === 'function',
    'the handler is missing: path, spec and handler are the three arguments',
  )
  need(spec.operationId, `operationId is missing: "${plugin}.<noun>.<verb>"`)
  need(
    !spec.operationId || spec.operationId.startsWith(`${plugin}.`),
    `operationId "${spec.operationId}" must start with "${plugin}."`,
  )
  need(spec.tag, `tag is missing: "${plugin}", or one that the document has`)
  need(
    !spec.tag || known.tags.has(spec.tag) || spec.tag === plugin,
    `tag "${spec.tag}" is unknown: use "${plugin}", or one that the document has`,
  )
  need(spec.summary, 'summary is missing: a few words for the document')
  need(
    spec.deprecated === undefined || (typeof spec.deprecated === 'string' && spec.deprecated.length > 0),
    'deprecated must be a sentence that says what to use in its place',
  )
  need(spec.permission, 'permission is missing: a key, "signed-in" or "public"')
  need(
    !spec.permission ||
      spec.permission === 'public' ||
      spec.permission === 'signed-in' ||
      known.permissions.has(spec.permission),
    `permission "${spec.permission}" is declared by no plugin: declare it in "permissions", or correct it`,
  )
  need(
    spec.permission === 'public' || (spec.scope !== undefined && scopes.includes(spec.scope)),
    'scope is missing: "group" (an object of device groups), "user" (of a user) or "all" (it holds for ' +
      'everybody, and who is limited to device groups cannot change it)',
  )
  need(spec.response, 'response schema is missing: T.Null() if there is nothing to answer')
  need(method !== 'GET' || !spec.body, 'GET takes no body')
  need(method !== 'GET' || !spec.changesDevice, 'GET changes nothing: declare it as POST, PUT or DELETE')
  need(!spec.readOnly || !spec.changesDevice, 'an operation cannot both change a device and be readOnly')
  need(!spec.readOnly || !spec.action, 'a readOnly operation is not recorded, so it needs no action name')
  need(!spec.upload || method === 'POST' || method === 'PUT', 'only POST and PUT take an upload')
  need(
    !spec.upload || !(spec.multipart || spec.bodyLimit || spec.changesDevice),
    'an upload has its own form and limit, and is not kept for an Idempotency-Key',
  )
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)
  const declaredParams = Object.keys((spec.params as { properties?: object } | undefined)?.properties ?? {})
  need(
    names.every(name => declaredParams.includes(name)),
    `params schema lacks ${names.filter(name => !declaredParams.includes(name)).join(', ')}`,
  )
  need(
    !spec.body || !('$id' in spec.body) || !isObject(spec.body) || 'additionalProperties' in spec.body,
    'body schema must say additionalProperties',
  )
  return faults
}

/** Finds the routes that break the contract. Of two routes that clash, the later one is at fault. */
export function enforce(
  operations: readonly Operation[],
  known: { permissions: ReadonlySet<string>; tags: ReadonlySet<string> },
  faults: ContractFaults,
): void {
  const ids = new Map<string, Operation>()
  const places = new Map<string, Operation>()
  for (const operation of operations) {
    const { plugin, method, path } = operation
    const where = `${method} ${path}`
    if (!isWhole(operation)) {
      faults.add(plugin, where, ['the spec is missing: path, spec and handler are the three arguments'])
      continue
    }
    const own = faults.attempt(plugin, where, () => faultsOf(operation, known)) ?? []
    const { operationId } = operation.spec
    const twin = ids.get(operationId)
    if (twin)
      own.push(
        `operationId "${operationId}" is already used by ${twin.method} ${twin.path} ` +
          `of "${twin.plugin}": choose another one`,
      )
    const place = `${method} ${path.replace(/:\w+/g, ':')}`
    const other = places.get(place)
    if (other) own.push(`is already declared by "${other.plugin}": choose another path`)
    faults.add(plugin, where, own)
    if (!twin) ids.set(operationId, operation)
    if (!other) places.set(place, operation)
  }
}
