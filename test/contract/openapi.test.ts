import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { servedDocument } from '../support/client.ts'
import {
  answersOf,
  bodiesOf,
  contractOf,
  withParameters,
  type Contract,
  type Json,
  type OpenApiDocument,
} from '../support/contract.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { allPermissions } from '../support/people.ts'
import { changesTo, lockOf } from './lock.ts'

/**
 * The document that a full installation serves. Clients are generated from it, and integrations rely on it.
 */
const test = suite('OpenAPI document')
const lock = join(import.meta.dirname, 'openapi.lock')

let house!: Installation
/** As it is served. */
let served!: OpenApiDocument
/** With each parameter in its operation. */
let document!: OpenApiDocument
let contract!: Contract
test.before(async () => {
  house = await startInstallation()
  served = await servedDocument(house.url)
  document = withParameters(served)
  contract = contractOf(document)
})
test.after(() => house?.stop())

test('it equals the committed lines; LINECARD_UPDATE_GOLDEN=1 accepts a change', async () => {
  if (process.env['LINECARD_UPDATE_GOLDEN'] === '1') await writeFile(lock, `${lockOf(served).join('\n')}\n`)
  const accepted = (await readFile(lock, 'utf8')).trimEnd().split('\n')
  const changes = changesTo(accepted, served)
  assert.is(
    changes.length,
    0,
    `the document changed; if that is meant: LINECARD_UPDATE_GOLDEN=1 npm test -- test/contract\n${changes.join('\n')}`,
  )
})

test('every operation has a summary, a permission and its answers', async () => {
  assert.is(document.openapi, '3.1.0')
  const known = new Set([...(await allPermissions(house.admin)), 'signed-in', 'public'])
  const tags = new Set(document.tags.map(({ name }) => name))
  assert.is(
    new Set(contract.operations.map(({ operationId }) => operationId)).size,
    contract.operations.length,
  )
  for (const operation of contract.operations) {
    const { operationId, method, path, spec } = operation
    const permission = String(spec['x-permission'])
    assert.match(operationId, /^[a-z-]+(\.[a-z-]+)+$/)
    assert.ok(String(spec['summary'] ?? '').length > 3, operationId)
    assert.ok(
      (spec['tags'] as string[]).length === 1 && tags.has((spec['tags'] as string[])[0]!),
      `${operationId}: ${JSON.stringify(spec['tags'])}`,
    )
    assert.ok(known.has(permission), `${operationId}: ${permission}`)
    assert.equal(spec['security'], permission === 'public' ? [] : undefined, operationId)
    const responses = answersOf(document, operation)
    const good = Object.keys(responses).filter(status => status.startsWith('2'))
    // 202 besides 200: the client decides how long it waits for the end of the work.
    assert.ok(good.length === 1 || good.join() === '200,202', `${operationId}: ${good.join()}`)
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (status === '304') continue
      assert.ok(
        description && Object.values(content ?? {}).some(({ schema }) => schema),
        `${operationId} ${status}`,
      )
      if (!status.startsWith('2'))
        assert.equal(content!['application/json']!.schema, { $ref: '#/components/schemas/kernel.Error' })
    }
    const needed = [
      '400',
      '429',
      '500',
      '503',
      'default',
      ...(permission === 'public' ? [] : ['401', '403']),
      ...(path.includes('{') ? ['404'] : []),
      ...(method === 'get' ? [] : ['409', '413']),
    ]
    for (const status of needed) assert.ok(status in responses, `${operationId} lacks ${status}`)
  }
})

/** The names of the results of an operation on modules, by the names of the modules. */
const modulesAt = (method: string) => {
  const path = '/api/v1/switcher-core/{from}/{module}/{deviceId}'
  const { schema } = answersOf(document, contract.find(method, path.replace(/\{\w+\}/g, 'x'))!)['200']!
    .content!['application/json']! as { schema: { properties: { data: { anyOf: { $ref: string }[] } } } }
  const names = schema.properties.data.anyOf.map(({ $ref }) => $ref.split('/').at(-1)!)
  return new Map(names.map(name => [document.components.schemas[name]!['title'], name]))
}

test('the document: typed results for module.read and module.call, one of the schemas of the modules', () => {
  const [read, call] = [modulesAt('get'), modulesAt('post')]
  for (const { name, kind, example } of catalogue.values()) {
    assert.is(read.has(name), kind === 'read', name)
    assert.equal(contract.faultsOfSchema(call.get(name)!, example), [], name)
  }
})

test('the document: no untyped object where the type is known', () => {
  const free: string[] = []
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, properties, patternProperties, additionalProperties } = value as Record<string, unknown>
    const members = { ...(properties as object), ...(patternProperties as object) }
    const open = additionalProperties === undefined || additionalProperties === true
    if (type === 'object' && Object.keys(members).length === 0 && open) free.push(place)
    for (const [key, child] of Object.entries(value))
      if (key !== 'example' && key !== 'examples') look(child, `${place}/${key}`)
  }
  look(document.components.schemas, '')
  look(document.paths, '')
  // Schemas as data, arguments as they were sent, and settings that the components declare.
  const known = /ModuleInfo\/properties\/(args|result)$|Call(Entry|Details)\/properties\/args$/
  const settings = /system~?1?[/-].*(configuration|system-components).*requestBody/
  assert.equal(
    free.filter(place => !known.test(place) && !settings.test(place)),
    [],
  )
})

interface Parameter {
  $ref?: string
  name?: string
  description?: string
}
const hasText = (text: unknown) => typeof text === 'string' && text.length >= 10
/** A description that repeats the summary tells nothing. */
const wordsOf = (text: unknown) =>
  String(text)
    .toLowerCase()
    .match(/[a-z]+/g) ?? []

test('the document: a description for every operation, and more than its summary', () => {
  const poor = contract.operations.filter(({ spec: { summary, description } }) => {
    const known = new Set(wordsOf(summary))
    return !hasText(description) || wordsOf(description).filter(word => !known.has(word)).length < 4
  })
  assert.equal(
    poor.map(({ operationId }) => operationId),
    [],
  )
})

test('the document: a description for every parameter and every header', () => {
  const poor = contract.operations.flatMap(({ operationId, spec }) =>
    ((spec['parameters'] ?? []) as Parameter[])
      .filter(({ $ref, description }) => !$ref && (description ?? '').length < 4)
      .map(({ name }) => `${operationId} ${name}`),
  )
  assert.equal(poor, [])
  const { headers, parameters } = document.components as unknown as Record<string, Record<string, Parameter>>
  for (const shared of [headers, parameters])
    for (const [name, { description }] of Object.entries(shared!)) assert.ok(hasText(description), name)
})

const exampleOfName = (reference: string): boolean => {
  const schema = document.components.schemas[reference.split('/').at(-1)!]!
  return 'examples' in schema || hasOwnExample(schema)
}
/** The example that is at the schema of the data: that of a named one, or a list with it. */
const hasOwnExample = ({ $ref, items }: { $ref?: string; items?: object }): boolean =>
  $ref === undefined ? items !== undefined && hasOwnExample(items) : exampleOfName($ref)

test('the document: a JSON example for every answer and every body', () => {
  const without: string[] = []
  for (const operation of contract.operations) {
    const places = Object.entries(answersOf(document, operation)).filter(([status]) => status !== 'default')
    for (const [status, { content = {} }] of places)
      for (const [type, media] of Object.entries(content))
        if (/[/+]json/.test(type) && !('example' in media || 'examples' in media)) {
          const { properties } = media.schema as { properties?: { data?: object } }
          if (!hasOwnExample(properties?.data ?? {}))
            without.push(`${operation.operationId} ${status} ${type}`)
        }
    for (const [type, media] of Object.entries(bodiesOf(operation)))
      if (/[/+]json/.test(type) && !('example' in media || 'examples' in media))
        without.push(`${operation.operationId} body ${type}`)
  }
  assert.equal(without, [])
})

const declared = (id: string, status: string) => {
  const operation = contract.operations.find(({ operationId }) => operationId === id)!
  return Object.keys(answersOf(document, operation)[status]!.headers ?? {})
}
const sent = (id: string) =>
  (contract.operations.find(({ operationId }) => operationId === id)!.spec['parameters'] as Parameter[]).map(
    ({ $ref, name }) => name ?? $ref?.split('/').at(-1),
  )

test('the document: headers of answers and requests are declared', () => {
  const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
  for (const operation of contract.operations)
    for (const [status, { headers = {} }] of Object.entries(answersOf(document, operation)))
      for (const name of always) assert.ok(name in headers, `${operation.operationId} ${status}: ${name}`)
  assert.ok(declared('inventory.device.get', '200').includes('ETag'))
  assert.ok(declared('inventory.device.get', '304').includes('ETag'))
  assert.ok(declared('inventory.device.get', '503').includes('Retry-After'))
  assert.ok(declared('switches.port.set', '200').includes('Idempotency-Replayed'))
  assert.ok(declared('inventory.devices.export', '200').includes('Content-Disposition'))
  assert.ok(sent('inventory.device.update').includes('If-Match'))
  assert.ok(sent('inventory.device.get').includes('If-None-Match'))
  assert.ok(sent('switches.port.set').includes('Idempotency-Key'))
  assert.ok(sent('switches.port.set').includes('X-Insist'))
  assert.ok(sent('inventory.import.create').includes('Prefer'))
})

test('the names of schemas are unique, and every reference has a target', () => {
  const names = Object.keys(document.components.schemas)
  for (const name of names) assert.match(name, /^[a-z][a-z-]*\.[A-Z][A-Za-z0-9]*$/)
  // Generators make names of types of them.
  const types = names.map(name => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase())
  assert.is(new Set(types).size, types.length)
  const text = JSON.stringify(served)
  assert.not.match(text, /def-\d|kernel\.Unnamed/)
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!))
  for (const name of used) assert.ok(names.includes(name), `${name} is used and not there`)
  for (const [, kind, name] of text.matchAll(/"#\/components\/(parameters|headers|responses)\/([^"]+)"/g))
    assert.ok((document.components as unknown as Record<string, Json>)[kind!]![name!], `${kind} ${name}`)
})

test('every example fits its schema', () => {
  let count = 0
  for (const operation of contract.operations) {
    for (const [status, { content }] of Object.entries(answersOf(document, operation))) {
      for (const [type, { example }] of Object.entries(content ?? {})) {
        if (example === undefined) continue
        assert.equal(
          contract.faultsOf(operation, status, type, example),
          [],
          `${operation.operationId} ${status}`,
        )
        count++
      }
    }
    for (const [type, { example }] of Object.entries(bodiesOf(operation))) {
      if (example === undefined) continue
      assert.equal(contract.faultsOfBody(operation, type, example), [], `body of ${operation.operationId}`)
      count++
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const example of (schema['examples'] as unknown[]) ?? []) {
      assert.equal(contract.faultsOfSchema(name, example), [], name)
      count++
    }
  }
  assert.ok(count > 10, `${count} examples`)
})

test('the document contains no secret, and every field for a secret is write-only', () => {
  const text = JSON.stringify(document)
  assert.not.match(text, /correct horse|BEGIN [A-Z ]*KEY/)
  const secrets = /^(password|current_password|public_community|private_community|community|pin)$/
  const open: string[] = []
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries((value as { properties?: object }).properties ?? {}))
      if (secrets.test(key) && !JSON.stringify(child).includes('"writeOnly":true'))
        open.push(`${path}/${key}`)
    for (const [key, child] of Object.entries(value)) look(child, `${path}/${key}`)
  }
  for (const { operationId, spec } of contract.operations) look(spec['requestBody'], operationId)
  assert.equal(open, [])
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (!name.endsWith('Secrets')) look(schema, name)
  // What an ONU announces: people need it to register the ONU. And the list that is there to hand out logins.
  assert.equal(open.toSorted(), [
    'backups.OxidizedListData/items/password',
    'equipment.UnregisteredOntsResult/items/password',
    'onts-registration.HuaweiOntsRegistrationListData/items/password',
    'onts-registration.Unregistered/password',
  ])
})
