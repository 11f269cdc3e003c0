import { masked } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { servedDocument } from '../support/client.ts'
import { bodiesOf, operationsOf, type Json, type OpenApiDocument } from '../support/contract.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

/** Fault 39: what the action log shows of each field that an operation declares, and what it masks. */
const test = suite('masked fields of all operations')

let house!: Installation
let document!: OpenApiDocument
test.before(async () => {
  house = await startInstallation()
  document = await servedDocument(house.url)
})
test.after(() => house?.stop())

/** A schema without references. A part that is in itself ends there. */
function whole(part: unknown, around: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map(one => whole(one, around))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...rest } = part as { $ref?: string }
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, whole(inner, around)]))
  if (around.includes($ref)) return {}
  const named = document.components.schemas[$ref.replace('#/components/schemas/', '')]
  return { ...(whole(named, [...around, $ref]) as Json), ...rest }
}

interface Field {
  value: unknown
  /** The texts of it that are declared secrets. */
  secrets: string[]
  shown: string[]
}
let count = 0
/** A value with every field that a schema declares, each with a text of its own. */
function filled(schema: Json, inSecret = false): Field {
  const secret = inSecret || schema['writeOnly'] === true
  const branches = (['anyOf', 'oneOf', 'allOf'] as const).flatMap(name => (schema[name] ?? []) as Json[])
  const inner = [schema, ...branches].find(({ properties, items }) => properties ?? items) ?? schema
  const isSecret = secret || branches.some(({ writeOnly }) => writeOnly === true)
  if (inner['items']) {
    const one = filled(inner['items'] as Json, isSecret)
    return { ...one, value: [one.value] }
  }
  if (inner['properties']) {
    const fields = Object.entries(inner['properties'] as Record<string, Json>).map(
      ([name, field]) => [name, filled(field, isSecret)] as const,
    )
    return {
      value: Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
      secrets: fields.flatMap(([, { secrets }]) => secrets),
      shown: fields.flatMap(([, { shown }]) => shown),
    }
  }
  const text = `<${count++}>`
  return { value: text, secrets: isSecret ? [text] : [], shown: isSecret ? [] : [text] }
}

test('a field of a body, query or path is masked if its schema calls it a secret, and else shown', () => {
  const limits = { depth: 32, text: 1000, size: 1e6, list: 1000, fields: 1000 }
  const wrong: string[] = []
  const seen = { secrets: 0, shown: 0, keys: 0 }
  for (const operation of operationsOf(document)) {
    const schemas = [
      ...Object.values(bodiesOf(operation)).map(({ schema }) => whole(schema) as Json),
      {
        properties: Object.fromEntries(
          ((operation.spec['parameters'] ?? []) as { name?: string; schema?: Json }[]).flatMap(
            ({ name, schema }) => (name && schema ? [[name, whole(schema)]] : []),
          ),
        ),
      },
    ]
    for (const schema of schemas) {
      const { value, secrets, shown } = filled(schema)
      const text = JSON.stringify(masked(value, { schema, limits }).value)
      const nameOf = (mark: string) =>
        JSON.stringify(value)
          .split(`:${JSON.stringify(mark)}`)[0]!
          .split('"')
          .at(-2)
      for (const mark of secrets)
        if (text.includes(mark)) wrong.push(`${operation.operationId}: ${nameOf(mark)} is shown`)
      for (const mark of shown)
        if (!text.includes(mark)) wrong.push(`${operation.operationId}: ${nameOf(mark)} is masked`)
      seen.secrets += secrets.length
      seen.shown += shown.length
      seen.keys += shown.filter(mark => nameOf(mark)?.endsWith('key')).length
    }
  }
  assert.equal(wrong, [])
  assert.ok(seen.secrets >= 30 && seen.shown >= 1000 && seen.keys >= 15, JSON.stringify(seen))
})
