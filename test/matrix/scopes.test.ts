import { assert, suite } from '@linecard/test-kit'
import type { DocumentOperation } from '../support/contract.ts'
import { callOf, rows } from './rows.ts'
import { makeMatrixWorld, type Person, type World } from './world.ts'

/**
 * The declared rule of every operation of the served document × a person with every permission and one group of
 * devices. A new operation takes part without a change.
 */
const test = suite('matrix of scopes', { level: 'full' })

let world!: World
let operations!: readonly DocumentOperation[]
let limited!: Person, owner!: Person
test.before(async () => {
  world = await makeMatrixWorld()
  operations = world.contract.operations.filter(({ spec }) => spec['x-permission'] !== 'public')
  limited = await world.person(world.permissions, [world.groups.ours])
  owner = await world.person(world.permissions)
})
test.after(() => world?.stop())

const scopeOf = ({ spec }: DocumentOperation) => spec['x-scope'] as string | undefined
/** Recorded as an action, and no read. */
const changes = ({ method, spec }: DocumentOperation) => method !== 'get' && 'x-action' in spec

/**
 * What these say of everybody, or do for everybody: paths of what no group has. An operation below them that
 * declares less than `all` is found here.
 */
const ofEverybody = new RegExp(
  [
    /\/(system-components|system-schedule|system\/configuration|device-model)(\/|$)/,
    /\/events\/(rules|conditions)/,
    /\/notifications\/(rules|templates|message)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * Templates are of groups, or hold for everybody: such one is changed or made here. The rest of them is in
 * templates.test.ts, as an import, which answers for each of its templates.
 */
const ofTemplates = /\/(macros|onts-registration)-control(\/\{id\}(\/clone|\/restore)?)?$/
const madeOfTemplates = /\.template\.(create|clone)$/

const failures: string[] = []
const none = () => {
  const told = failures.splice(0)
  assert.is(told.length, 0, `${told.length} operations are wrong:\n${told.join('\n')}`)
}
/** Asks for what belongs to the owner, or holds for everybody, as the limited person. */
async function asked(operation: DocumentOperation) {
  const key = rows[operation.operationId]?.ownKey ? await world.key(limited.login) : limited.key
  const call = await callOf(operation, { world, who: owner })
  const everybodys = madeOfTemplates.test(operation.operationId)
  return world.ask(everybodys ? { ...call, body: { ...(call.body as object), group_ids: [] } } : call, key)
}

test('every operation says whose objects it is about', () => {
  const without = operations.filter(one => !['group', 'user', 'all'].includes(scopeOf(one) ?? ''))
  assert.equal(
    without.map(({ operationId }) => operationId),
    [],
  )
  const less = operations.filter(one => ofEverybody.test(one.path) && scopeOf(one) !== 'all')
  assert.equal(
    less.map(({ operationId }) => operationId),
    [],
  )
})

test('who is limited to groups changes nothing that holds for everybody', async () => {
  const some = operations
    .filter(one => ofEverybody.test(one.path) || ofTemplates.test(one.path) || scopeOf(one) === 'all')
    .filter(changes)
  for (const operation of some) {
    const { status, code, text } = await asked(operation)
    if (status !== 403 || code !== 'LIMITED_TO_GROUPS')
      failures.push(`${operation.operationId}: ${status} ${code ?? ''} ${text.slice(0, 200)}`)
  }
  console.log(`matrix of scopes: ${some.length} changes of what holds for everybody`)
  none()
  assert.ok(some.length >= 25, `${some.length} operations`)
})

test('who is limited to groups neither sees nor changes what belongs to a user who sees all', async () => {
  const some = operations.filter(
    one => scopeOf(one) === 'user' && (one.path.includes('{') || 'requestBody' in one.spec),
  )
  const tried: string[] = []
  for (const operation of some) {
    // They name nobody: what they make or change is the caller's own, or is checked by its members. Roles here
    // have no users; with users beyond: core/identity/test/privileges.test.ts.
    if (/\/self(\/contacts)?$|\/user$|\/user-role(\/|$)/.test(operation.path)) continue
    tried.push(operation.operationId)
    const { status, code, text } = await asked(operation)
    if (![403, 404].includes(status))
      failures.push(`${operation.operationId}: ${status} ${code ?? ''} ${text.slice(0, 200)}`)
  }
  console.log(`matrix of scopes: ${tried.length} of what belongs to a user: ${tried.join(' ')}`)
  none()
  assert.ok(tried.length >= 12, tried.join(' '))
})

test('what holds for everybody can be read by who is limited to groups', async () => {
  const some = operations.filter(one => scopeOf(one) === 'all' && one.method === 'get')
  for (const operation of some) {
    const { code } = await asked(operation)
    if (code === 'LIMITED_TO_GROUPS') failures.push(operation.operationId)
  }
  none()
  assert.ok(some.length >= 20, `${some.length} operations`)
})
