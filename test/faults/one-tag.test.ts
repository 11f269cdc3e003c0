import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { tablesOf } from '@linecard/test-kit/worlds/migrated'
import { callOf } from '../matrix/rows.ts'
import { makeMatrixWorld, type Asked, type World } from '../matrix/world.ts'
import type { DocumentOperation } from '../support/contract.ts'
import { features, startInstallation, type Installation } from '../support/installation.ts'

/** Two processes of one installation are asked for changes of one resource, of which one is to see the other. */
const test = suite('one tag, two processes', { level: 'full' })

let place!: TestDatabase
let world!: World
let other!: Installation
let operations!: DocumentOperation[]

const isConditional = ({ spec }: DocumentOperation) =>
  ((spec['parameters'] ?? []) as { name: string }[]).some(({ name }) => name === 'If-Match')

test.before(async () => {
  place = await createDatabase(tablesOf('all', { plugins: features }))
  world = await makeMatrixWorld(place.url)
  other = await startInstallation({ databaseUrl: place.url })
  operations = world.contract.operations.filter(isConditional)
})
test.after(async () => {
  await other?.stop()
  await world?.stop()
  await place?.drop()
})

/** The table of the resource, by the begin of the operation. */
const tables: Readonly<Record<string, string>> = {
  'attachments.file': 'attachments_file',
  'autodiscovery.rule': 'autodiscovery_rule',
  'events.condition': 'events_condition',
  'events.rules': 'events_rule_version',
  'events.window': 'events_window',
  'identity.role': 'identity_role',
  'identity.user': 'identity_user',
  'interface-marks.interface': 'interface_marks_tag',
  'inventory.access': 'inventory_access',
  'inventory.device': 'inventory_device',
  'inventory.group': 'inventory_group',
  'inventory.interface': 'inventory_interface',
  'inventory.model': 'inventory_model',
  'macros.template': 'macros_template',
  'notifications.contact': 'notifications_contact',
  'notifications.own-contact': 'notifications_contact',
  'onts-registration.template': 'onts_registration_template',
  'system.component': 'kernel_setting',
  'system.configuration': 'kernel_setting',
}

/** A body that changes the resource, where the one of the matrix is always the same. */
const bodies: Readonly<Record<string, (n: number) => object>> = {
  'autodiscovery.rule.update': n => ({ interval_min: 60 + n }),
  'events.condition.update': n => ({ for_sec: n }),
  'identity.role.update': n => ({ name: `role ${n}` }),
  'identity.user.update': n => ({ name: `Name ${n}` }),
  'interface-marks.interface.set': n => ({ tags: n % 2 ? ['SwitchUplink'] : ['Lag'] }),
  'inventory.device.update': n => ({ location: `Roof ${n}` }),
  'inventory.interface.update': n => ({ comment: `comment ${n}` }),
  'macros.template.update': n => ({ name: `macro ${n}` }),
  'notifications.contact.update': n => ({ description: `contact ${n}` }),
  'notifications.own-contact.update': n => ({ description: `contact ${n}` }),
}

async function send(url: string, { method, path, body }: Asked, tag: string | null): Promise<number> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'x-auth-key': world.house.admin.key!,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tag === null ? {} : { 'if-match': tag }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await answer.text()
  return answer.status
}
const waiting = async () =>
  (
    await place.admin.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows.length

/** Both answers, of which the second was asked while the first one waited in the database for its write. */
async function meet(operation: DocumentOperation, how: 'both with a tag' | 'the second with a tag') {
  const table = tables[operation.operationId.split('.').slice(0, -1).join('.')]
  if (!table) throw new Error('say in this test which table has the resource')
  const call = await callOf(operation, { world, who: { id: 1, login: 'admin' } })
  const bodyOf = bodies[operation.operationId]
  const again = async () =>
    bodyOf ? bodyOf(world.next()) : operation.method === 'put' ? (await nextOf(operation)).body : undefined
  const [one, two] = [await again(), await again()]
  const found = await fetch(`${world.house.url}/api/v1${call.path}`, {
    headers: { 'x-auth-key': world.house.admin.key! },
  })
  await found.text()
  const tag = found.headers.get('etag')
  if (!tag) throw new Error(`GET has no tag: ${found.status}`)

  await place.admin.query('begin')
  await place.admin.query(`lock table ${table} in share mode`)
  const answers: Promise<number>[] = []
  try {
    answers.push(send(world.house.url, { ...call, body: one }, how === 'both with a tag' ? tag : null))
    await until('the first one waits', async () => (await waiting()) === 1)
    answers.push(send(other.url, { ...call, body: two }, tag))
    await until('the second one waits', async () => (await waiting()) === 2)
  } finally {
    await place.admin.query('commit')
  }
  return Promise.all(answers)
}
const nextOf = (operation: DocumentOperation) => callOf(operation, { world, who: { id: 1, login: 'admin' } })

for (const how of ['both with a tag', 'the second with a tag'] as const)
  test(`of two changes of one resource by two processes, ${how}, the second one is refused`, async () => {
    assert.ok(operations.length >= 32)
    const wrong: string[] = []
    for (const operation of operations) {
      // What was deleted is not found by the second one.
      const refused = operation.method === 'delete' ? [404, 412] : [412]
      const isRight = ([first, second]: readonly unknown[]) =>
        first === 200 && refused.includes(second as number)
      const met = () => meet(operation, how).catch((error: unknown) => [(error as Error).message])
      let answers: readonly unknown[] = await met()
      // Work of the service may wait too, so that the one sent later can be the first to write: then the other
      // one is refused, or, without a tag, writes after it or finds nothing more. That says nothing of the tag:
      // they meet again.
      if (how === 'both with a tag' && isRight(answers.toReversed())) continue
      const [first, second] = answers
      const after = operation.method === 'delete' ? 404 : 200
      if (how === 'the second with a tag' && second === 200 && first === after) answers = await met()
      if (!isRight(answers)) wrong.push(`${operation.operationId}: ${answers.join(', ')}`)
    }
    assert.equal(wrong, [])
  })
