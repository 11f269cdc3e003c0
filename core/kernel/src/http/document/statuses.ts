import type { Operation } from '../contract.ts'
import { isTagged } from '../operation-schema.ts'

/** By path, the schema of its answer. */
export type TaggedPaths = ReadonlyMap<string, unknown>

/** Paths whose GET sends an ETag: their PUT and DELETE honour `If-Match`. */
export const taggedPaths = (operations: readonly Operation[]): TaggedPaths =>
  new Map(operations.filter(isTagged).map(({ path, spec }) => [path, spec.response]))

const writes = new Set(['PUT', 'DELETE'])

/** Whether an operation honours `If-Match`. */
export const isConditional = ({ method, path }: Operation, tagged: TaggedPaths): boolean =>
  writes.has(method) && tagged.has(path)

/** Whether an answer carries an ETag: that of a GET, or of a PUT that answers what the GET answers. */
export const sendsTag = (operation: Operation, tagged: TaggedPaths): boolean =>
  isTagged(operation) ||
  (operation.method === 'PUT' && tagged.get(operation.path) === operation.spec.response)

/** Statuses of the errors that an operation can answer, in order. */
export function errorStatusesOf(operation: Operation, tagged: TaggedPaths): number[] {
  const { method, path, spec } = operation
  // 408, 417 and 431 are decided before the operation is known.
  const always = [400, 408, 417, 429, 431, 500, 503]
  const signedIn = spec.permission === 'public' ? [] : [401, 403]
  const named = path.includes(':') ? [404] : []
  const write = method === 'GET' ? [] : [409, 413, 415]
  const form = spec.multipart || spec.upload ? [406] : []
  const matched = isConditional(operation, tagged) ? [412] : []
  const device = spec.changesDevice || spec.asksDevice ? [409, 422, 502, 504] : []
  const all = [always, signedIn, named, write, form, matched, device, spec.errors ?? []].flat()
  return [...new Set(all)].toSorted((a, b) => a - b)
}
