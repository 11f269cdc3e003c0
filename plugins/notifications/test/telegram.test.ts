import { assert, suite, until } from '@linecard/test-kit'
import { startBotApi, type BotApi } from './bot-api.ts'
import {
  addContact,
  becomes,
  change,
  deliveries,
  newEvent,
  personWith,
  reader,
  startWorld,
  type World,
} from './world.ts'

const test = suite('notifications: Telegram', { level: 'full' })
const token = '123456:AAH-secret_Token'
let world!: World
let api!: BotApi
let key = ''
let id = 0

test.before(async () => {
  api = await startBotApi(token)
  world = await startWorld({ telegram_url: api.url, telegram_token: token, flood_messages: 1000 })
  key = (await personWith(world, [...reader], [71])).key
  id = await addContact(world, key, { type: 'telegram', value: '+380 (50) 123-45-67' })
})
test.after(async () => {
  await world?.stop()
  await api?.stop()
})
const contact = async () =>
  (await world.http('GET', `/component/notifications/contacts/${id}`)).body.data as {
    value: string
    ready: boolean
    problem: string | null
  }
const asked = (text: RegExp) => until(String(text), () => api.sent.some(one => text.test(one.text)))

test('a contact whose owner has not written to the bot gets nothing, and its log says why', async () => {
  assert.equal([(await contact()).value, (await contact()).ready], ['+380501234567', false])
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert failed'])
  assert.match((await deliveries(world, id))[0]!.note, /share your phone number/)
})

test('53: only the own number of the sender connects a chat', async () => {
  const chat = { id: 900, type: 'private' }
  api.writes({ chat, from: { id: 900 }, text: '/start' })
  await asked(/Share your phone number/)
  assert.ok(api.sent.at(-1)!.reply_markup, 'with a button')
  const phone_number = '380501234567'
  api.writes({ chat, from: { id: 900 }, contact: { phone_number, user_id: 901 } })
  await asked(/not your own/)
  api.writes({ chat: { id: -5, type: 'group' }, from: { id: 900 }, contact: { phone_number, user_id: 900 } })
  api.writes({ chat, from: { id: 900 }, contact: { phone_number: '380990000000', user_id: 900 } })
  await asked(/No user has this phone number/)
  assert.is((await contact()).ready, false)
  api.writes({ chat, from: { id: 900 }, contact: { phone_number, user_id: 900 } })
  await asked(/You get notifications here/)
  assert.is((await contact()).ready, true)
})

test('messages come with marks, and without them where Telegram cannot read them', async () => {
  api.sent.length = 0
  await change(world, 'opened', newEvent({ annotation: '<script>down</script>' }))
  await until('sent', () => api.sent.length === 1)
  assert.equal([api.sent[0]!.chat_id, api.sent[0]!.parse_mode], [900, 'HTML'])
  assert.match(api.sent[0]!.text, /^<b>CRITICAL: &lt;script&gt;down&lt;\/script&gt;<\/b>/)
  api.fails({ status: 400, description: "Bad Request: can't parse entities: unsupported tag" })
  await change(world, 'opened', newEvent({ annotation: 'plain <down>' }))
  await until('sent without marks', () => api.sent.length === 2)
  assert.equal(
    [api.sent[1]!.parse_mode, api.sent[1]!.text.startsWith('CRITICAL: plain <down>')],
    [undefined, true],
  )
})

test('429 is waited for, 5xx is tried again, 403 is told to the owner', async () => {
  api.sent.length = 0
  await world.sql('delete from notifications_delivery')
  api.fails({ status: 429, description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } })
  const begun = Date.now()
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert sent'])
  assert.ok(Date.now() - begun >= 3000)
  api.fails({ status: 502, description: 'Bad Gateway' })
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert sent', 'alert sent'])
  assert.is(api.sent.length, 2)
  api.fails({ status: 403, description: 'Forbidden: bot was blocked by the user' })
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert sent', 'alert sent', 'alert failed'])
  assert.match((await contact()).problem!, /blocked by the user/)
})

test('71: the token is in no answer, no log and no row', async () => {
  const shown = await world.http('GET', '/system/configuration')
  const log = await world.http('GET', '/component/notifications/deliveries')
  const rows = await world.sql<{ text: string }>('select d::text as text from notifications_delivery d')
  for (const text of [shown.text, log.text, JSON.stringify(rows), world.log.join('')])
    assert.not.match(text, /AAH-secret_Token/)
})

test('someone who writes again and again is not answered without end', async () => {
  api.sent.length = 0
  for (let n = 0; n < 200; n++)
    api.writes({ chat: { id: 31, type: 'private' }, from: { id: 31 }, text: 'hello' })
  await until('all are read', () => api.unread() === 0)
  assert.ok(api.sent.filter(one => one.chat_id === 31).length <= 5)
})
