import { createHmac } from 'node:crypto'
import { assert, suite, until } from '@linecard/test-kit'
import {
  cut,
  cutInside,
  hang,
  startReceiver,
  status,
  type Receiver,
} from '@linecard/test-kit/worlds/receiver'
import { startSmtp, subjectOf, type Deed, type Smtp, type Stage } from '@linecard/test-kit/worlds/smtp'
import {
  addContact,
  becomes,
  change,
  deliveries,
  ended,
  newEvent,
  personWith,
  reader,
  startWorld,
  type World,
} from './world.ts'

const test = suite('notifications: delivery')
let world!: World
let smtp!: Smtp
let receiver!: Receiver
let key = ''
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test.before(async () => {
  smtp = await startSmtp()
  receiver = await startReceiver()
  world = await startWorld({ smtp_port: smtp.port, flood_messages: 1000, timeout_sec: 2 })
  key = (await personWith(world, [...reader], [71])).key
})
test.after(async () => {
  await world?.stop()
  await smtp?.stop()
  await receiver?.stop()
})
let names = 0
/** Only what the next test adds is told. */
const silence = () => world.sql('update notifications_contact set enabled = false')
const mailbox = () => `noc-${++names}@example.org`

test('an event is told when it begins and when it ends, with texts escaped', async () => {
  const to = mailbox()
  const id = await addContact(world, key, { type: 'email', value: to })
  const event = newEvent({ annotation: 'Down <b>&"', description: "it's dark" })
  await change(world, 'opened', event)
  await becomes(world, id, ['alert sent'])
  await change(world, 'resolved', ended(event))
  await becomes(world, id, ['alert sent', 'resolved sent'])
  const [alert, over] = smtp.taken.filter(mail => mail.to === to)
  assert.is(subjectOf(alert!.raw), '[CRITICAL] Down <b>&" (sw-ours)')
  assert.match(alert!.raw, /Down &lt;b&gt;&amp;&quot;/)
  assert.match(alert!.raw, /^Auto-Submitted: auto-generated/m)
  assert.is(subjectOf(over!.raw), '[RESOLVED] Down <b>&" (sw-ours)')
})

test('a mail server that refuses, hangs or cuts at any step: nothing lost, nothing twice', async () => {
  const steps: [Stage, Deed][] = [
    ['connect', 'hang'],
    ['connect', { line: '421 busy' }],
    ['ehlo', 'cut'],
    ['mail', { line: '451 later' }],
    ['rcpt', { line: '450 greylisted' }],
    ['data', 'hang'],
    ['body', 'cut'],
    ['body', 'hang'],
    ['body', { line: '452 full' }],
    ['body', 'taken-cut'],
    ['body', 'taken-hang'],
  ]
  for (const [stage, deed] of steps) {
    await silence()
    const to = mailbox()
    const id = await addContact(world, key, { type: 'email', value: to })
    smtp.does({ [stage]: deed })
    await change(world, 'opened', newEvent())
    await until(`${stage} is reached`, () => smtp.reached(stage) > 0)
    smtp.does({})
    await becomes(world, id, ['alert sent'])
    const name = `${stage} ${JSON.stringify(deed)}`
    assert.is(smtp.idsFor(to).size, 1, name)
    const [row] = await deliveries(world, id)
    assert.ok(row!.attempts >= 2, `${name}: ${row!.attempts}`)
  }
})

test('a mailbox that is refused for good is not tried again, and its contact says why', async () => {
  await silence()
  const id = await addContact(world, key, { type: 'email', value: mailbox() })
  smtp.does({ rcpt: { line: '550 no such user' } })
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert failed'])
  smtp.does({})
  const [row] = await deliveries(world, id)
  assert.match(row!.note, /550 no such user/)
  const shown = await world.http('GET', `/component/notifications/contacts/${id}`)
  assert.match((shown.body.data as { problem: string }).problem, /550/)
  const again = await world.http('POST', `/component/notifications/deliveries/${row!.id}/retry`)
  assert.is(again.status, 200, again.text)
  await becomes(world, id, ['alert sent'])
  const twice = await world.http('POST', `/component/notifications/deliveries/${row!.id}/retry`)
  assert.is(twice.body.error?.code, 'NOTIFICATIONS_DELIVERY_STATE')
})

test('a webhook that hangs, cuts or answers 500 gets it later, signed, with the same id', async () => {
  await silence()
  const faults = [hang, cut, status(500, 'broken'), cutInside, status(429, '', { 'retry-after': '1' })]
  const receivers = await Promise.all(faults.map(() => startReceiver()))
  const ids: number[] = []
  for (const [at, { url, answers }] of receivers.entries()) {
    answers(faults[at]!, status(204))
    ids.push(await addContact(world, key, { type: 'webhook', value: `${url}/hook?key=private`, secret }))
  }
  const begun = Math.floor(Date.now() / 1000)
  await change(world, 'opened', newEvent())
  for (const [at, { got, url, stop }] of receivers.entries()) {
    await becomes(world, ids[at]!, ['alert sent'])
    assert.is(got.length, 2, `fault ${at}`)
    assert.is(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1)
    for (const { headers, text } of got) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
      const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64')
      assert.is(headers['webhook-signature'], `v1,${mac}`)
      const sentAt = Number(headers['webhook-timestamp'])
      assert.ok(begun <= sentAt && sentAt <= Date.now() / 1000, `${begun}, ${sentAt}`)
    }
    const sent = JSON.parse(got[0]!.text) as { kind: string; event: { device: { name: string } } }
    assert.equal([sent.kind, sent.event.device.name], ['alert', 'sw-ours'])
    const [row] = await deliveries(world, ids[at]!)
    assert.equal([row!.contact.value, row!.attempts], [`${url}/***`, 2], 'the log has no path')
    await stop()
  }
})

test('a webhook that says no is not asked again, and is not followed elsewhere', async () => {
  await silence()
  const id = await addContact(world, key, { type: 'webhook', value: `${receiver.url}/gone` })
  receiver.got.length = 0
  receiver.answers(status(410, 'gone'))
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert failed'])
  receiver.answers(status(302, '', { location: `${receiver.url}/elsewhere` }))
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert failed', 'alert failed'])
  assert.equal(new Set(receiver.got.map(hook => hook.path)), new Set(['/gone']))
  receiver.answers(status(200))
})

test('59, 71: no secret is in an answer, the log or the database', async () => {
  const answer = await world.http('GET', '/component/notifications/contacts')
  const stored = await world.sql<{ text: string }>('select c::text as text from notifications_contact c')
  const all = [answer.text, world.log.join(''), JSON.stringify(stored)].join('\n')
  assert.not.match(all, /MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw/)
  assert.match(answer.text, /"has_secret":true/)
})

test('a test message is sent at once, and its failure is told', async () => {
  const id = await addContact(world, key, { type: 'webhook', value: `${receiver.url}/try` })
  const path = `/component/notifications/self/contacts/${id}/test`
  const good = await world.http('POST', path, undefined, key)
  assert.is((good.body.data as { state: string }).state, 'sent', good.text)
  receiver.answers(status(500, 'no'))
  const bad = await world.http('POST', path, undefined, key)
  assert.equal(
    [(bad.body.data as { state: string; note: string }).state, (bad.body.data as { note: string }).note],
    ['failed', '500 no'],
  )
  receiver.answers(status(200))
})
