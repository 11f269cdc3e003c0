import { createHash } from 'node:crypto'
import { operationsOf, type Json, type OpenApiDocument } from '../support/contract.ts'
import { sorted } from './differences.ts'

/**
 * The document in one line an operation and one line a schema. A word of a line is a member with its type and a
 * hash of all that the document says of it: `id:integer#3Fq1bA`. So a change is seen with the member that has it.
 */
const hash = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)) ?? '')
    .digest('base64url')
    .slice(0, 6)

/** A schema in a word: its type, or what it refers to. */
function kindOf(schema: Json = {}): string {
  const { $ref: reference, type, anyOf, enum: words, items } = schema
  if (reference !== undefined) return String(reference).split('/').at(-1)!
  if (Array.isArray(anyOf))
    return anyOf
      .map(one => kindOf(one as Json))
      .join('|')
      .slice(0, 120)
  const kinds = [type ?? (Array.isArray(words) ? 'words' : 'any')].flat().join('|')
  return items === undefined ? kinds : `${kinds}[${kindOf(items as Json)}]`
}
/** A name in a line: without the marks that end it. */
const plain = (name: string) => name.replace(/[\s:#%]/g, encodeURIComponent)
const word = (name: string, schema: Json | undefined, all: unknown) =>
  `${plain(name)}:${kindOf(schema)}#${hash(all)}`

/** Members of an object, then all else that its schema says. */
function schemaWords(schema: Json): string[] {
  const { properties = {}, required = [], ...rest } = schema
  const needed = new Set(required as string[])
  return [
    ...Object.entries(properties as Record<string, Json>).map(([name, member]) =>
      word(needed.has(name) ? name : `${name}?`, member, member),
    ),
    word('*', rest, rest),
  ]
}

function operationWords({ parameters = [], requestBody, responses, ...rest }: Json): string[] {
  const content = (of: unknown) => Object.entries((of ?? {}) as Record<string, Json>)
  return [
    ...Object.entries(rest).map(([name, value]) =>
      typeof value === 'string' && /^\S+$/.test(value) ? `${name}:${value}` : `${name}#${hash(value)}`,
    ),
    ...(parameters as Json[]).map(one =>
      one['$ref'] === undefined
        ? word(`${one['in']}.${one['name']}${one['required'] ? '' : '?'}`, one['schema'] as Json, one)
        : `parameter.${kindOf(one)}`,
    ),
    ...content((requestBody as Json | undefined)?.['content']).flatMap(([type, media]) =>
      word(`body.${type}`, media['schema'] as Json, media),
    ),
    ...Object.entries(responses as Record<string, Json>).flatMap(([status, answer]) =>
      answer['$ref'] === undefined
        ? [
            `${status}#${hash({ ...answer, content: undefined })}`,
            ...content(answer['content']).flatMap(([type, media]) => {
              const schema = media['schema'] as Json
              const members = (schema?.['properties'] ?? {}) as Record<string, Json>
              return 'data' in members
                ? [
                    ...Object.entries(members).map(([name, one]) => word(`${status}.${name}`, one, one)),
                    `${status}.${type}#${hash({ ...media, schema: { ...schema, properties: 0 } })}`,
                  ]
                : [word(`${status}.${type}`, schema, media)]
            }),
          ]
        : [`${status}:${kindOf(answer)}`],
    ),
  ]
}

/** The names of all members of a schema, and of all that is in it. */
function* membersOf(schema: unknown): Generator<string> {
  if (Array.isArray(schema)) for (const one of schema) yield* membersOf(one)
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return
  const { properties = {}, items, anyOf, oneOf, allOf, additionalProperties } = schema as Json
  yield* Object.keys(properties as Json)
  for (const one of [Object.values(properties as Json), items, anyOf, oneOf, allOf, additionalProperties])
    yield* membersOf(one)
}

/** All names that clients write and read, a line for each place and first letter: `npm run check` reads them. */
function nameLines(document: OpenApiDocument): string[] {
  const names = new Set<string>()
  const add = (place: string, all: Iterable<string>) => {
    for (const name of all) names.add(`${place} ${plain(name)}`)
  }
  const { schemas = {}, parameters = {} } = document.components as unknown as Record<
    string,
    Record<string, Json>
  >
  for (const schema of Object.values(schemas)) add('member', membersOf(schema))
  const contentOf = (of: unknown) => Object.values(((of as Json | undefined)?.['content'] ?? {}) as Json)
  for (const { spec } of operationsOf(document)) {
    for (const given of (spec['parameters'] ?? []) as Json[]) {
      const one = given['$ref'] === undefined ? given : parameters[kindOf(given)]!
      add(String(one['in']), [String(one['name'])])
    }
    for (const part of [spec['requestBody'], ...Object.values(spec['responses'] as Json)])
      for (const media of contentOf(part)) add('member', membersOf((media as Json)['schema']))
  }
  const lines = Map.groupBy([...names].toSorted(), name => /^\w+ ./.exec(name)![0].replace(' ', '.'))
  return [...lines].map(([line, all]) => [`names ${line}`, ...all.map(name => name.split(' ')[1])].join(' '))
}

/** The lines of a document, in the order of the alphabet. The version of the release is left out. */
export function lockOf(document: OpenApiDocument): string[] {
  const { paths: _, components, info, ...frame } = document
  const parts = { ...components } as unknown as Record<string, Record<string, Json>>
  return [
    ...operationsOf(document).map(({ method, path, operationId, spec }) =>
      [`operation ${operationId}`, method.toUpperCase(), path, ...operationWords(spec)].join(' '),
    ),
    ...Object.entries(parts).flatMap(([kind, all]) =>
      Object.entries(all).map(([name, one]) =>
        [`${kind} ${name}`, ...(kind === 'schemas' ? schemaWords(one) : [`*#${hash(one)}`])].join(' '),
      ),
    ),
    ...nameLines(document),
    ...Object.entries({ ...frame, info: { ...(info as Json), version: 'any' } }).map(
      ([name, value]) => `frame ${name} *#${hash(value)}`,
    ),
  ].toSorted()
}

interface Line {
  what: string
  words: ReadonlyMap<string, string>
}
function read(lines: readonly string[]): Map<string, Line> {
  return new Map(
    lines.map(line => {
      const [kind, name, ...words] = line.split(' ')
      const what = `${kind} ${name}`
      // A word is a name and what is said of it.
      return [what, { what, words: new Map(words.map(text => [/^[^:#]+/.exec(text)![0], text])) }]
    }),
  )
}

/** What the document says now of the member that a word names. */
function nowOf(document: OpenApiDocument, what: string, name: string): string {
  const [kind, key] = what.split(' ') as [string, string]
  const parts = document.components as unknown as Record<string, Record<string, Json>>
  const part =
    kind === 'operation'
      ? operationsOf(document).find(one => one.operationId === key)?.spec
      : parts[kind]?.[key]
  const member = decodeURIComponent(name.replace('?', ''))
  const [first, ...more] = member.split('.')
  const found =
    (part?.['properties'] as Json | undefined)?.[member] ??
    part?.[member] ??
    (part?.['parameters'] as Json[] | undefined)?.find(
      one => one['in'] === first && one['name'] === more.join('.'),
    ) ??
    (first === 'body' ? part?.['requestBody'] : (part?.['responses'] as Json | undefined)?.[first!]) ??
    Object.fromEntries(Object.entries(part ?? {}).filter(([field]) => field !== 'properties'))
  const text = JSON.stringify(found)
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}

/** The changes between the lines that were accepted and a document, for people. Empty: none. */
export function changesTo(accepted: readonly string[], document: OpenApiDocument): string[] {
  const [before, after] = [read(accepted), read(lockOf(document))]
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap(what => {
    const [old, now] = [before.get(what), after.get(what)]
    if (!now) return [`removed ${what}`]
    if (!old) return [`added   ${what}`]
    const members = [...new Set([...old.words.keys(), ...now.words.keys()])].flatMap(name => {
      const [was, is] = [old.words.get(name), now.words.get(name)]
      if (was === is) return []
      const shown = is === undefined ? 'removed' : `${is}  ${nowOf(document, what, name)}`
      return [`          ${name}`, `            was    ${was ?? 'not there'}`, `            became ${shown}`]
    })
    return members.length > 0 ? [`changed ${what}`, ...members] : []
  })
}
