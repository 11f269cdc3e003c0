import { assert, suite, until } from '@linecard/test-kit'
import { startReceiver, type Receiver } from '@linecard/test-kit/worlds/receiver'
import { startSmtp, subjectOf, type Smtp } from '@linecard/test-kit/worlds/smtp'
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

const test = suite('notifications: hostile input', { level: 'full' })
let world!: World
let smtp!: Smtp
let receiver!: Receiver
let one!: Person
let two!: Person

test.before(async () => {
  smtp = await startSmtp()
  receiver = await startReceiver()
  world = await startWorld({ smtp_port: smtp.port, flood_messages: 1000, webhook_private_networks: false })
  one = await personWith(world, [...reader], [71])
  two = await personWith(world, [...reader], [71])
})
test.after(async () => {
  await world?.stop()
  await smtp?.stop()
  await receiver?.stop()
})
const silence = () => world.sql('update notifications_contact set enabled = false')
const own = '/component/notifications/self/contacts'

test('24, 73: texts of devices break no header and no HTML, and are bounded', async () => {
  await silence()
  const id = await addContact(world, one.key, { type: 'email', value: 'hostile@example.org' })
  const annotation = 'down\r\nBcc: everybody@example.org\r\n\r\n<img src=x onerror=alert(1)>'
  const event = newEvent({
    annotation,
    description: `${'<script>alert(1)</script>\r\n.\r\nQUIT\r\n\u202e'}${'A'.repeat(1_000_000)}`,
    labels: { 'x"><b>': '{{event.key}}', __proto__: 'x' },
    device: { id: 7, ip: '192.0.2.7', name: 'sw\r\nSubject: other' },
  })
  await change(world, 'opened', event)
  await becomes(world, id, ['alert sent'])
  const mail = smtp.taken.find(({ to }) => to === 'hostile@example.org')!
  const [head] = mail.raw.split('\r\n\r\n')
  assert.not.match(head!, /^Bcc:/im)
  assert.is(head!.match(/^Subject:/gim)!.length, 1)
  assert.ok(subjectOf(mail.raw).length <= 200)
  const html = mail.raw.slice(mail.raw.indexOf('text/html'))
  assert.not.match(html, /<script|<img/)
  assert.not.match(mail.raw, /\u202e/)
  assert.ok(mail.raw.length < 30_000, `${mail.raw.length}`)
  assert.not.ok(smtp.lines.some(line => line.includes('everybody')))
  assert.is(smtp.taken.filter(({ to }) => to === 'hostile@example.org').length, 1)
})

test('addresses that are more than one mailbox are refused', async () => {
  for (const value of [
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    '"a b"@example.org',
    'A <a@example.org>',
    'a@example.org>',
    'a',
    '@example.org',
    'a@',
    'a@-x',
  ]) {
    const answer = await world.http('POST', own, { type: 'email', value }, one.key)
    assert.is(answer.status, 400, `${value}: ${answer.text}`)
  }
  for (const value of [
    'ftp://example.org',
    'javascript:alert(1)',
    'https://u:p@example.org/',
    'example.org',
    '//x',
  ])
    assert.is((await world.http('POST', own, { type: 'webhook', value }, one.key)).status, 400, value)
  for (const value of ['12', '+0123456789', '+1234567890123456', '+38050x234567'])
    assert.is((await world.http('POST', own, { type: 'telegram', value }, one.key)).status, 400, value)
  const unknown = await world.http('POST', own, { type: 'pigeon', value: 'x' }, one.key)
  assert.is(unknown.body.error?.code, 'NOTIFICATIONS_CHANNEL_UNKNOWN')
})

test('65: a webhook reaches neither private networks nor metadata services', async () => {
  await silence()
  receiver.got.length = 0
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '169.254.169.254']) {
    const id = await addContact(world, one.key, {
      type: 'webhook',
      value: `http://${host}:${port}/${host.length}`,
    })
    const answer = await world.http('POST', `${own}/${id}/test`, undefined, one.key)
    const { state, note } = answer.body.data as { state: string; note: string }
    assert.is(state, 'failed', answer.text)
    assert.match(note, /is not asked/)
  }
  assert.is(receiver.got.length, 0)
})

test('51: contacts of others are unknown, and 53: cannot be given away', async () => {
  const id = await addContact(world, one.key, { type: 'email', value: 'mine@example.org' })
  for (const [method, path, body] of [
    ['GET', `${own}/${id}`, undefined],
    ['PUT', `${own}/${id}`, { enabled: false }],
    ['DELETE', `${own}/${id}`, undefined],
    ['POST', `${own}/${id}/test`, undefined],
  ] as const)
    assert.is((await world.http(method, path, body, two.key)).status, 404, method)
  assert.is((await world.http('GET', '/component/notifications/contacts', undefined, two.key)).status, 403)
  const stolen = { type: 'email', value: 'x@example.org', user_id: one.id }
  assert.is((await world.http('POST', own, stolen, two.key)).status, 400)
  assert.is((await world.http('PUT', `${own}/${id}`, { address: '1' }, one.key)).status, 400)
  const seen = await world.http('GET', '/component/notifications/self/deliveries', undefined, two.key)
  assert.equal(seen.body.data, [])
  const twice = await world.http('POST', own, { type: 'email', value: 'mine@example.org' }, one.key)
  assert.is(twice.body.error?.code, 'NOTIFICATIONS_CONTACT_EXISTS')
})

test('a user has fifty contacts at most, also when they come at once', async () => {
  const person = await personWith(world, [...reader])
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      world.http('POST', own, { type: 'email', value: `many-${n}@example.org` }, person.key),
    ),
  )
  assert.is(answers.filter(({ status }) => status === 201).length, 50)
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
})

const templates = '/component/notifications/templates'
const put = (text: string | null, kind = 'alert') => world.http('PUT', `${templates}/email/${kind}`, { text })

test('67: templates of people run nothing, end in time, and escape values', async () => {
  for (const text of [
    '{{event.constructor}}',
    '{{event.__proto__}}',
    '{{#each event.labels}}{{lookup this "constructor"}}{{/each}}',
    '{{process.env}}',
    '{{event.nothing}}',
    '{{#if}}',
    '{{event',
  ]) {
    const answer = await put(text)
    assert.is(answer.status, 400, `${text}: ${answer.text}`)
    assert.match(answer.body.error!.code, /^TEMPLATE_/)
  }
  const shown = await world.http('POST', `${templates}/preview`, {
    channel: 'email',
    kind: 'alert',
    text: '<i>{{event.annotation}}</i>',
    event_id: 4711,
  })
  assert.is(shown.body.error?.code, 'NOTIFICATIONS_EVENT_UNKNOWN')
  const event = newEvent({ annotation: '<u>&' })
  await change(world, 'opened', event)
  const real = await world.http('POST', `${templates}/preview`, {
    channel: 'email',
    kind: 'alert',
    text: '<i>{{event.annotation}}</i>{{#each event.labels as |value name|}} {{name}}={{value}}{{/each}}',
    event_id: event.id,
  })
  const { body, plain } = real.body.data as { body: string; plain: string }
  assert.equal([body, plain], ['<i>&lt;u&gt;&amp;</i>', '<u>&'])
})

test('a template that fails with a real event keeps no alert back', async () => {
  await silence()
  await addContact(world, one.key, { type: 'email', value: 'fallback@example.org' })
  const stored = await put('Interface {{event.interface.name}}')
  assert.is(stored.status, 200, stored.text)
  await change(world, 'opened', newEvent({ interface: null, annotation: 'no interface' }))
  await until('it is told all the same', () =>
    smtp.taken.some(({ to, raw }) => to === 'fallback@example.org' && raw.includes('CRITICAL: no interface')),
  )
  const back = await put(null)
  assert.is((back.body.data as { standard: boolean }).standard, true)
})

test('62, 75: filters and ends of lists', async () => {
  const list = (query: string) => world.http('GET', `/component/notifications/deliveries?${query}`)
  assert.equal((await list('offset=1000000000')).body.data, [])
  assert.is((await list('unknown=1')).status, 400)
  assert.is((await list('state=lost')).status, 400)
  assert.is((await list('start=2026-01-01T00:00:00Z&stop=2026-01-02T00:00:00Z')).status, 200)
  const [row] = await deliveries(
    world,
    await addContact(world, two.key, { type: 'email', value: 'q@example.org' }),
  )
  assert.is(row, undefined)
  const zone = { from: '22:00', to: '07:00', time_zone: 'Moon/Crater', critical: false }
  const refused = await world.http(
    'POST',
    own,
    { type: 'email', value: 'z@example.org', quiet: zone },
    two.key,
  )
  assert.is(refused.body.error?.code, 'NOTIFICATIONS_TIME_ZONE_UNKNOWN')
})
