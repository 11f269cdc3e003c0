import type { OpenApiDocument } from '../support/contract.ts'
import { operationsOf } from '../support/contract.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sorts the keys of objects. Lists keep their order, because it has a meaning in a document. */
export const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map(key => [key, sorted(value[key])]),
        )
      : value

/** The paths at which two values differ, at most `limit`. */
function places(before: unknown, after: unknown, path: string, limit: number): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isObject(before) || !isObject(after))
    return [`${path}: ${JSON.stringify(before)?.slice(0, 120)} → ${JSON.stringify(after)?.slice(0, 120)}`]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .flatMap(key => places(before[key], after[key], `${path}/${key}`, limit))
    .slice(0, limit)
}

const byKey = (document: OpenApiDocument) =>
  new Map(operationsOf(document).map(({ method, path, spec }) => [`${method.toUpperCase()} ${path}`, spec]))
const named = (document: OpenApiDocument) => new Map(Object.entries(document.components.schemas))
/** All parts except operations and schemas. */
const rest = ({ paths: _paths, components, ...others }: OpenApiDocument) => ({
  ...others,
  components: { ...components, schemas: {} },
})

/** The changes between two documents, as lines for people. Empty: no changes. */
export function differences(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const compare = (what: string, old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>) =>
    [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap(key => {
      if (!now.has(key)) return [`removed ${what} ${key}`]
      if (!old.has(key)) return [`added   ${what} ${key}`]
      const found = places(old.get(key), now.get(key), '', 5)
      return found.length > 0 ? [`changed ${what} ${key}`, ...found.map(place => `          ${place}`)] : []
    })
  const elsewhere = places(rest(before), rest(after), '', 5)
  return [
    ...compare('operation', byKey(before), byKey(after)),
    ...compare('schema', named(before), named(after)),
    ...(elsewhere.length > 0
      ? ['changed the frame of the document', ...elsewhere.map(place => `          ${place}`)]
      : []),
  ]
}
