import { assert, suite, until } from '@linecard/test-kit'
import { personWith, reader, startWorld, type Person, type World } from './world.ts'

/** Whose contacts a person may see and change: messages tell the receiver what the receiver may see. */
const test = suite('notifications: whose contacts')
const contacts = '/component/notifications/contacts'
const manages = [...reader, 'notifications_configure_contacts', 'notifications_full_access'] as const

let world!: World
/** Of group 71. */
let manager!: Person
/** By what the manager lacks; `id` is that of the user, `contact` that of a contact. */
const beyond = new Map<string, { id: number; contact: number }>()
const within = new Map<string, { id: number; contact: number }>()

async function contactOf(user: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into notifications_contact (user_id, type, value, severities)
     values ($1, 'email', $2, '{critical}') returning id`,
    [user, `secret${user}@example.org`],
  )
  return row!.id
}

test.before(async () => {
  world = await startWorld()
  manager = await personWith(world, [...manages], [71])
  const people: [Map<string, { id: number; contact: number }>, string, number][] = [
    [beyond, 'the owner', 1],
    [beyond, 'the service itself', -1],
    [beyond, 'a user of another group', (await personWith(world, [...reader], [72])).id],
    [beyond, 'a user of one more group', (await personWith(world, [...reader], [71, 72])).id],
    [beyond, 'a user of all groups', (await personWith(world, [...reader])).id],
    [beyond, 'a user with one more permission', (await personWith(world, ['user_management'], [71])).id],
    [within, 'a user of the same group', (await personWith(world, [...reader], [71])).id],
    [within, 'the caller', manager.id],
  ]
  for (const [map, name, id] of people) map.set(name, { id, contact: await contactOf(id) })
})
test.after(() => world?.stop())

const ask = (method: string, path: string, body?: object) => world.http(method, path, body, manager.key)
const operations: [method: string, below: string, body?: object][] = [
  ['GET', ''],
  ['PUT', '', { enabled: false }],
  ['POST', '/test'],
  ['DELETE', ''],
]

test('a contact of a user who may do or see more is as unknown as none, in each operation', async () => {
  for (const [name, { contact }] of beyond)
    for (const [method, below, body] of operations) {
      const { status, body: told, text } = await ask(method, `${contacts}/${contact}${below}`, body)
      assert.equal([name, method, status], [name, method, 404], text)
      assert.is(told.error?.code, 'NOTIFICATIONS_CONTACT_UNKNOWN')
    }
  const kept = await world.sql('select from notifications_contact where enabled')
  assert.is(kept.length, beyond.size + within.size)
})

test('nobody adds a contact to a user who may do or see more: its messages would tell that', async () => {
  for (const [name, { id }] of beyond) {
    const body = { user_id: id, type: 'email', value: `mine${Math.abs(id)}@example.org` }
    const { status, body: told, text } = await ask('POST', contacts, body)
    assert.equal([name, status, told.error?.code], [name, 403, 'NOTIFICATIONS_USER_BEYOND'], text)
  }
  assert.equal(await world.sql("select from notifications_contact where value like 'mine%'"), [])
})

test('the list has the contacts of users whom the caller may manage, whatever it is narrowed to', async () => {
  const listed = async (query: string) => {
    const { body, text } = await ask('GET', `${contacts}?${query}`)
    const { data, meta } = body as unknown as { data: { user: { id: number } }[]; meta: { total: number } }
    assert.is(meta.total, data.length, text)
    return data.map(({ user }) => user.id)
  }
  assert.equal(
    (await listed('')).toSorted((a, b) => a - b),
    [...within.values()].map(({ id }) => id).toSorted((a, b) => a - b),
  )
  for (const { id } of beyond.values()) assert.equal(await listed(`user_id=${id}`), [])
})

test('the log of deliveries shows no address of a user who may do or see more', async () => {
  for (const { contact } of [...beyond.values(), ...within.values()])
    await world.sql(
      `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title,
         device_id, data, state, due_at)
       values ($1, 'email', 'event', 1, 'alert', 'critical', 'n', 't', 7, '{}', 'failed', now())`,
      [contact],
    )
  const { body } = await ask('GET', '/component/notifications/deliveries')
  const shown = body.data as { contact: { user_id: number; value: string } }[]
  assert.is(shown.length, beyond.size + within.size)
  const ids = new Set([...within.values()].map(({ id }) => id))
  for (const { contact } of shown)
    assert.is(contact.value, ids.has(contact.user_id) ? `secret${contact.user_id}@example.org` : '***')
})

test('the action log has no address: who reads it may see less than the user who is told', async () => {
  const { contact } = within.get('the caller')!
  const [method, path] = ['PUT', `${contacts}/${contact}`] as const
  const changed = await ask(method, path, { value: 'hidden@example.org', description: 'seen' })
  assert.is(changed.status, 200, changed.text)
  assert.is((await ask('DELETE', path)).status, 200)
  await until('both are recorded', async () => (await records()).length === 2)
  const texts = (await records()).map(row => JSON.stringify(row))
  assert.ok(
    texts.every(text => !/hidden@|secret\d+@/.test(text)),
    texts.join('\n'),
  )
  assert.match(texts[0]!, /"value":"\*\*\*".*"description":"seen"|"description":"seen".*"value":"\*\*\*"/)
})
const records = () =>
  world.sql(
    `select meta from system_action where status = 'SUCCESS'
       and operation_id in ('notifications.contact.update', 'notifications.contact.delete') order by id`,
  )

test('of a user whom the caller may manage each operation works', async () => {
  const { id, contact } = within.get('a user of the same group')!
  const added = await ask('POST', contacts, { user_id: id, type: 'email', value: 'more@example.org' })
  assert.is(added.status, 201, added.text)
  for (const [method, below, body] of operations) {
    const answer = await ask(method, `${contacts}/${contact}${below}`, body)
    assert.is(answer.status, 200, answer.text)
  }
})
