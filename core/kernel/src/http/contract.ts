import type { TSchema } from 'typebox'
import type { Plugin, RawReply, Reply, RouteRequest, RouteSpec, Routes } from '@linecard/plugin-kit'
import { messageOf } from '../log/error.ts'
import { StartError } from '../start-error.ts'

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
}

/** Whether a request with these path parameters changes a device. */
export const changesDevice = ({ spec: { changesDevice: declared } }: Operation, params: unknown): boolean =>
  typeof declared === 'function' ? declared(params as never) : declared === true

/** A plugin breaks a rule of the contract. This is a fault of its author, not of the operator. */
export class ContractError extends StartError {
  readonly plugin: string
  constructor(plugin: string, where: string, faults: readonly string[]) {
    super(`Plugin "${plugin}", ${where}: ${faults.join('; ')}`)
    this.plugin = plugin
  }
}

/** The operations that a plugin declares, in its order. */
export function operationsOf(plugin: Plugin, context: unknown): Operation[] {
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
  } catch (error) {
    throw new ContractError(plugin.id, 'routes', [`threw: ${messageOf(error)}`])
  }
  if (answer instanceof Promise) throw new ContractError(plugin.id, 'routes', ['must be synchronous'])
  return operations
}

const isObject = (schema: TSchema) => (schema as { type?: unknown }).type === 'object'

function faultsOf(
  { plugin, method, path, spec }: Operation,
  known: { permissions: ReadonlySet<string>; tags: ReadonlySet<string> },
): string[] {
  const faults: string[] = []
  const need = (good: unknown, fault: string) => {
    if (!good) faults.push(fault)
  }
  need(path.startsWith('/') && !path.includes('?'), 'the path must start with /')
  need(spec.operationId, 'operationId is missing')
  need(
    !spec.operationId || spec.operationId.startsWith(`${plugin}.`),
    `operationId "${spec.operationId}" must start with "${plugin}."`,
  )
  need(spec.tag, 'tag is missing')
  need(!spec.tag || known.tags.has(spec.tag) || spec.tag === plugin, `tag "${spec.tag}" is unknown`)
  need(spec.summary, 'summary is missing')
  need(spec.permission, 'permission is missing: a key, "signed-in" or "public"')
  need(
    !spec.permission ||
      spec.permission === 'public' ||
      spec.permission === 'signed-in' ||
      known.permissions.has(spec.permission),
    `permission "${spec.permission}" is declared by no plugin`,
  )
  need(spec.response, 'response schema is missing')
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
  const declared = Object.keys((spec.params as { properties?: object } | undefined)?.properties ?? {})
  need(
    names.every(name => declared.includes(name)),
    `params schema lacks ${names.filter(name => !declared.includes(name)).join(', ')}`,
  )
  need(
    !spec.body || !('$id' in spec.body) || !isObject(spec.body) || 'additionalProperties' in spec.body,
    'body schema must say additionalProperties',
  )
  return faults
}

/** @throws ContractError for the first route that breaks the contract. It names all faults of that route */
export function enforce(
  operations: readonly Operation[],
  known: { permissions: ReadonlySet<string>; tags: ReadonlySet<string> },
): void {
  const ids = new Map<string, Operation>()
  const places = new Map<string, Operation>()
  for (const operation of operations) {
    const { plugin, method, path, spec } = operation
    const faults = faultsOf(operation, known)
    const twin = ids.get(spec.operationId)
    if (twin)
      faults.push(
        `operationId "${spec.operationId}" is already used by ` +
          `${twin.method} ${twin.path} of "${twin.plugin}"`,
      )
    const place = `${method} ${path.replace(/:\w+/g, ':')}`
    const other = places.get(place)
    if (other) faults.push(`is already declared by "${other.plugin}"`)
    if (faults.length > 0) throw new ContractError(plugin, `${method} ${path}`, faults)
    ids.set(spec.operationId, operation)
    places.set(place, operation)
  }
}
