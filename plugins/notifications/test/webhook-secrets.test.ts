import { definePlugin, type Context } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { sealValues } from '../src/contacts/seal.ts'
import { startReceiver, status, type Receiver } from '@linecard/test-kit/worlds/receiver'
import {
  addContact,
  becomes,
  change,
  deliveries,
  newEvent,
  personWith,
  reader,
  startWorld,
  type Person,
  type World,
} from './world.ts'

/** The path and the query of a webhook are often the key of its receiver: that of a chat, for example. */
const test = suite('notifications: keys in the address of a webhook')
const secrets = ['T024BE7LD', 'pa+h/Secret', 'pa%2Bh%2FSecret', 'Qu3ry-Secret']
const path = '/services/T024BE7LD/pa%2Bh%2FSecret?token=Qu3ry-Secret'
const own = '/component/notifications/self/contacts'
let world!: World
let receiver!: Receiver
let person!: Person
let ctx!: Context

test.before(async () => {
  receiver = await startReceiver()
  const asker = definePlugin({ id: 'asker', api: 1, setup: given => (ctx = given) })
  world = await startWorld({}, [asker])
  person = await personWith(world, [...reader], [71])
})
test.after(async () => {
  await world?.stop()
  await receiver?.stop()
})
interface Shown {
  id: number
  value: string
  problem: string | null
}
const contact = async (id: number) =>
  (await world.http('GET', `${own}/${id}`, undefined, person.key)).body.data as Shown
const put = (id: number, body: object) => world.http('PUT', `${own}/${id}`, body, person.key)
/** All that is stored, logged and answered about contacts, as one text. */
async function everything(): Promise<string> {
  const rows: unknown[] = []
  for (const table of ['notifications_contact', 'notifications_delivery', 'system_action'])
    rows.push(await world.sql(`select row_to_json(t)::text as t from ${table} t`))
  const contacts = await world.http('GET', '/component/notifications/contacts')
  const log = await world.http('GET', '/component/notifications/deliveries')
  const mine = await world.http('GET', own, undefined, person.key)
  return [JSON.stringify(rows), contacts.text, log.text, mine.text, world.log.join('')].join('\n')
}

test('59, 71: it is sent to, and is in no answer, log, delivery or row, also when the other side repeats it', async () => {
  const id = await addContact(world, person.key, { type: 'webhook', value: receiver.url + path })
  assert.is((await contact(id)).value, `${receiver.url}/***`)
  receiver.answers(
    status(404, `no ${path}, no ${decodeURIComponent(path)}, no ${secrets.join(', no ')} here`),
    status(200),
  )
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert failed'])
  assert.is(receiver.got[0]!.path, path)
  const [row] = await deliveries(world, id)
  assert.is(row!.contact.value, `${receiver.url}/***`)
  assert.match(row!.note, /^404 no \*\*\*.* here$/)
  assert.is((await contact(id)).problem, row!.note)
  const all = await everything()
  assert.match(all, /notifications\.own-contact\.create/)
  for (const secret of secrets) assert.not.ok(all.includes(secret), secret)
})

test('what is shown of it, written back, changes nothing; another address does', async () => {
  const id = await addContact(world, person.key, { type: 'webhook', value: `${receiver.url}/first/Secret-1` })
  receiver.got.length = 0
  const same = await put(id, { value: (await contact(id)).value, description: 'chat' })
  assert.is(same.status, 200, same.text)
  await world.http('POST', `${own}/${id}/test`, undefined, person.key)
  const other = await put(id, { value: `${receiver.url}/other/Secret-2` })
  assert.is((other.body.data as Shown).value, `${receiver.url}/***`)
  await world.http('POST', `${own}/${id}/test`, undefined, person.key)
  assert.equal(
    receiver.got.map(hook => hook.path),
    ['/first/Secret-1', '/other/Secret-2'],
  )
})

test('two addresses of one host are two contacts, and the same one twice is refused', async () => {
  const add = (end: string) =>
    world.http('POST', own, { type: 'webhook', value: `${receiver.url}/room/${end}` }, person.key)
  const [a, b] = [await add('Secret-a'), await add('Secret-b')]
  assert.equal([a.status, b.status], [201, 201])
  const twice = await add('Secret-a')
  assert.is(twice.body.error?.code, 'NOTIFICATIONS_CONTACT_EXISTS')
  const moved = await put((b.body.data as Shown).id, { value: `${receiver.url}/room/Secret-a` })
  assert.is(moved.body.error?.code, 'NOTIFICATIONS_CONTACT_EXISTS')
  const both = await Promise.all([add('Secret-c'), add('Secret-c')])
  assert.equal(both.map(one => one.status).toSorted(), [201, 409])
})

test('an address that is refused is not repeated', async () => {
  const value = `http://linecard:pa55-Secret@127.0.0.1/room`
  const answer = await world.http('POST', own, { type: 'webhook', value }, person.key)
  assert.is(answer.body.error?.code, 'NOTIFICATIONS_VALUE_INVALID')
  assert.not.match(answer.text + (await everything()), /pa55-Secret/)
})

test('an address that an earlier version has stored in clear is sealed', async () => {
  const [row] = await world.sql<{ id: number }>(
    `insert into notifications_contact (user_id, type, value, severities)
     values (${person.id}, 'webhook', '${receiver.url}/old/Secret-old', '{}') returning id`,
  )
  const { id } = row!
  assert.is((await contact(id)).value, `${receiver.url}/***`)
  await sealValues(ctx)
  const rows = await world.sql('select row_to_json(c)::text as c from notifications_contact c')
  assert.not.match(JSON.stringify(rows), /Secret-old/)
  receiver.got.length = 0
  await world.http('POST', `${own}/${id}/test`, undefined, person.key)
  assert.is(receiver.got[0]!.path, '/old/Secret-old')
})
