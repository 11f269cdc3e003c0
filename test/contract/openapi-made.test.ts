import { parse } from 'yaml'
import { assert, suite } from '@linecard/test-kit'
import { servedDocument as shareAgain } from '../../core/kernel/src/http/document/serve.ts'
import { servedDocument } from '../support/client.ts'
import { operationsOf, type OpenApiDocument } from '../support/contract.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { differences } from './differences.ts'
import { meaningOf, writtenOut } from './same-meaning.ts'

/** How the document is made: always the same, and what its operations share says what each of them said. */
const test = suite('OpenAPI document: how it is made', { level: 'full' })

let house!: Installation
let served!: OpenApiDocument
test.before(async () => {
  house = await startInstallation()
  served = await servedDocument(house.url)
})
test.after(() => house?.stop())

test('a second process serves the same document, also as YAML', async () => {
  assert.equal(parse(await (await fetch(`${house.url}/swagger/openapi.yaml`)).text()), served)
  const again = await startInstallation()
  const other = await servedDocument(again.url)
  await again.stop()
  assert.equal(differences(served, other), [])
})

test('what is shared says the same in its place, operation by operation', async () => {
  const whole = writtenOut(served)
  assert.not.match(JSON.stringify(whole.paths), '#/components/parameters/')
  const owners = new Map(
    operationsOf(whole).map(({ operationId }) => [operationId, operationId.split('.')[0]!]),
  )
  const again = (await shareAgain(whole as never, {
    operations: owners,
    requires: new Map(),
  })) as never as OpenApiDocument
  assert.ok(JSON.stringify(again).length < JSON.stringify(whole).length / 2)
  const [before, after] = [meaningOf(whole), meaningOf(again)]
  const found = new Map(operationsOf(again).map(({ operationId, spec }) => [operationId, spec]))
  for (const { operationId, spec } of operationsOf(whole))
    assert.equal(after.operation(found.get(operationId)!), before.operation(spec), operationId)
  for (const [name, schema] of Object.entries(whole.components.schemas))
    assert.equal(after.schema(again.components.schemas[name]!), before.schema(schema), name)
})
