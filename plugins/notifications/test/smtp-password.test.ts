import { assert, suite, until } from '@linecard/test-kit'
import { startSmtp, type Smtp } from '@linecard/test-kit/worlds/smtp'
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

const test = suite('notifications: the SMTP password', { level: 'full' })
const password = 'smtp-Secret-71'
let smtp!: Smtp
test.before(async () => {
  smtp = await startSmtp()
})
test.after(() => smtp?.stop())

async function withSecurity(
  smtp_security: 'starttls' | 'none',
  work: (world: World, id: number) => Promise<void>,
) {
  const world = await startWorld({
    smtp_port: smtp.port,
    smtp_security,
    smtp_user: 'linecard',
    smtp_password: password,
  })
  try {
    const { key } = await personWith(world, [...reader], [71])
    const id = await addContact(world, key, { type: 'email', value: 'noc@example.org' })
    await change(world, 'opened', newEvent())
    await work(world, id)
    const shown = await world.http('GET', '/system/configuration')
    assert.match(shown.text, /smtp_password/)
    const log = await world.http('GET', '/component/notifications/deliveries')
    for (const text of [shown.text, log.text, world.log.join('')]) assert.not.match(text, /smtp-Secret-71/)
  } finally {
    await world.stop()
  }
}
const sent = () => smtp.lines.some(line => line.startsWith('AUTH') || line.includes(password))

test('59, 71: a server without encryption gets neither the password nor the message', async () => {
  await withSecurity('starttls', async (world, id) => {
    const row = await until('an attempt has failed', async () => {
      const [first] = await deliveries(world, id)
      return first && first.attempts > 0 && first.note !== '' ? first : null
    })
    assert.match(row.note, /STARTTLS|TLS/)
    assert.equal([sent(), smtp.taken.length], [false, 0])
  })
})

test('59, 71: without encryption no password is sent, although one is set', async () => {
  await withSecurity('none', async (world, id) => {
    await becomes(world, id, ['alert sent'])
    assert.equal([sent(), smtp.taken.length], [false, 1])
  })
})
