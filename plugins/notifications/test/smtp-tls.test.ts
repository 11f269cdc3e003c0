import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { assert, suite, until } from '@linecard/test-kit'
import { makeCa, makeCertificate } from '@linecard/test-kit/worlds/certificates'
import { startSmtp, subjectOf, type SmtpTls } from '@linecard/test-kit/worlds/smtp'
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

const test = suite('notifications: SMTP over TLS', { level: 'full' })
const password = 'smtp-Secret-71'
const folder = mkdtempSync(join(tmpdir(), 'linecard-smtp-'))
const certificate = (ca: string, name: string, subject?: string) => {
  const { key, cert } = makeCertificate(folder, ca, { name, ...(subject ? { subject } : {}) })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
/** This machine trusts the first authority, and not the other one. */
const trusted = makeCa(folder, 'trusted')
makeCa(folder, 'unknown')
const good = certificate('trusted', 'good')
const bad = {
  'of an unknown authority': certificate('unknown', 'unsure'),
  'of another host': certificate('trusted', 'other', 'DNS:mail.example.org'),
}
const before = getCACertificates('default')
test.before(() => setDefaultCACertificates([...before, readFileSync(trusted, 'utf8')]))
test.after(() => {
  setDefaultCACertificates(before)
  rmSync(folder, { recursive: true, force: true })
})

async function withServer(
  { mode, ...first }: SmtpTls,
  work: (smtp: Awaited<ReturnType<typeof startSmtp>>, world: World, contact: number) => Promise<void>,
) {
  const smtp = await startSmtp({ mode, ...first })
  let world: World | null = null
  try {
    world = await startWorld({
      smtp_port: smtp.port,
      smtp_security: mode,
      smtp_user: 'linecard',
      smtp_password: password,
      timeout_sec: 20,
    })
    const { key } = await personWith(world, [...reader], [71])
    await work(smtp, world, await addContact(world, key, { type: 'email', value: 'noc@example.org' }))
    assert.not.match(world.log.join(''), /smtp-Secret-71/)
  } finally {
    await world?.stop()
    await smtp.stop()
  }
}
/** What the log of deliveries says of it. */
const why = /^the certificate of the mail server is not taken, so nothing was sent: [^;]{20,}$/
/** Of what a person wrote and of the event nothing is readable on the way. */
const hidden = /AUTH|MAIL FROM|RCPT|noc@|down|smtp-Secret/i

for (const mode of ['starttls', 'tls'] as const) {
  test(`${mode}: the password and the message go encrypted to a server whose certificate is trusted`, async () => {
    await withServer({ mode, ...good }, async (smtp, world, id) => {
      const event = newEvent()
      await change(world, 'opened', event)
      await becomes(world, id, ['alert sent'])
      assert.equal(
        smtp.taken.map(({ to, raw }) => [to, subjectOf(raw)]),
        [['noc@example.org', `[CRITICAL] ${event.annotation} (sw-ours)`]],
      )
      const login = Buffer.from(`\0linecard\0${password}`).toString('base64')
      assert.ok(smtp.lines.includes(`AUTH PLAIN ${login}`), smtp.lines.join('\n'))
      assert.not.match(smtp.clear.join(''), hidden)
    })
  })

  for (const [what, wrong] of Object.entries(bad))
    test(`59, 71: ${mode}: a certificate ${what}: nothing is sent, it is tried again, and goes when it is right`, async () => {
      await withServer({ mode, ...wrong }, async (smtp, world, id) => {
        await change(world, 'opened', newEvent())
        await until(
          'it was tried again, and its note tells why',
          async () => {
            const [first] = await deliveries(world, id)
            return first && first.attempts > 1 && why.test(first.note)
          },
          { everyMs: 100 },
        )
        assert.equal(smtp.taken, [])
        assert.not.match(smtp.lines.join('\n') + smtp.clear.join(''), hidden)
        smtp.certificate(good)
        await becomes(world, id, ['alert sent'])
        assert.is(smtp.taken.length, 1)
      })
    })
}
