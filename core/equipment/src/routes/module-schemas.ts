import { isDeepStrictEqual } from 'node:util'
import type { Module } from '@linecard/driver-kit'
import { Type as T, type TSchema } from 'typebox'

/** `zte.onu_acl` → `ZteOnuAcl`. */
const pascal = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

/** The result of one module, by a name of its own. Its title is the name of the module. */
const resultOf = ({ name, summary, result }: Module): TSchema =>
  T.Unsafe({ description: summary, ...result, $id: `equipment.${pascal(name)}Result`, title: name })

/** One of the results of all modules. Modules are told apart by the path, not by the shape of a result. */
export const anyResult = (modules: readonly Module[]): TSchema =>
  T.Unsafe({
    anyOf: modules.map(resultOf),
    description: 'The answer of the module that the path names: the schema with its name as the title',
  })

const argumentsOf = ({ args }: Module) =>
  Object.entries(((args as { properties?: Record<string, TSchema> }).properties ?? {}) as object) as [
    string,
    TSchema,
  ][]

/** Equal but for its description, which is that of one module. */
const sameKind = (one: TSchema, other: TSchema) =>
  isDeepStrictEqual({ ...one, description: '' }, { ...other, description: '' })

function oneOfThem(kinds: readonly TSchema[], users: readonly string[]): TSchema {
  const description = `Of ${users.length > 5 ? 'many modules' : users.join(', ')}`
  const [first] = kinds as readonly (TSchema & { description?: string })[]
  if (kinds.length > 1) return T.Unsafe({ anyOf: kinds, description })
  return T.Unsafe({ ...first, description: first?.description ?? description })
}

/** All arguments of all modules. Each module takes those of its own schema and refuses the others. */
export function anyArguments(modules: readonly Module[]): TSchema {
  const known = new Map<string, { kinds: TSchema[]; users: string[] }>()
  for (const module of modules) {
    for (const [name, schema] of argumentsOf(module)) {
      const { kinds, users } = known.get(name) ?? known.set(name, { kinds: [], users: [] }).get(name)!
      users.push(module.name)
      if (!kinds.some(kind => sameKind(kind, schema))) kinds.push(schema)
    }
  }
  return T.Object(
    Object.fromEntries(
      [...known].map(([name, { kinds, users }]) => [name, T.Optional(oneOfThem(kinds, users))]),
    ),
    { description: 'Arguments of the module', examples: [{ interface: 'Gi0/3' }] },
  )
}
