import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startSmtp, type Smtp } from '@linecard/test-kit/worlds/smtp'
import { newEvent } from './world.ts'

/** `kill -9` of the process at every step between an event and the note that it was told. */
const test = suite('notifications: kills', { timeoutMs: 400_000, level: 'full' })
let folder = ''
let database!: TestDatabase
let smtp!: Smtp
let client!: pg.Client
let child!: ChildProcess
let contacts = 0

const settings = () => ({
  retry_sec: 1,
  timeout_sec: 30,
  smtp_private_networks: true,
  smtp_security: 'none',
  smtp_host: '127.0.0.1',
  smtp_port: smtp.port,
  smtp_from_address: 'linecard@example.org',
})

/** Starts the process, and waits until it reads events. */
async function start(): Promise<void> {
  child = spawn(
    process.execPath,
    [
      '--conditions=source',
      new URL('./process.ts', import.meta.url).pathname,
      join(folder, 'linecard.json'),
      JSON.stringify(settings()),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LINECARD_ADMIN_PASSWORD: 'first-owner-password' },
    },
  )
  let log = ''
  child.stdout!.setEncoding('utf8').on('data', text => {
    log += String(text)
  })
  await until('the process is ready', () => log.includes('ready on'))
}
async function kill(): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-notification-kills-'))
  database = await createDatabase()
  smtp = await startSmtp()
  await writeFile(
    join(folder, 'linecard.json'),
    JSON.stringify({ data_dir: folder, database: { url: database.url } }),
  )
  client = new pg.Client(database.url)
  await client.connect()
  await start()
  await until('the sources are followed', async () => {
    const { rows } = await client.query(`select from notifications_cursor where source = 'events'`)
    return rows.length === 1
  })
})
test.after(async () => {
  child?.kill('SIGKILL')
  await client?.end()
  await smtp?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A contact of the owner who alone is told of the next event. */
async function listener(): Promise<string> {
  const to = `kill-${++contacts}@example.org`
  await client.query('update notifications_contact set enabled = false')
  await client.query(
    `insert into notifications_contact (user_id, type, value, severities) values (1, 'email', $1, '{critical}')`,
    [to],
  )
  return to
}
const happens = () =>
  client.query(`insert into events_change (kind, event) values ('opened', $1)`, [newEvent({}, null)])

/** Somebody waits for a lock. */
const blocked = (on: string) =>
  until(`somebody waits at ${on}`, async () => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query ilike $1`,
      [`%${on}%`],
    )
    return rows.length > 0
  })

/** The killed process is replaced: the message arrives once. */
async function arrivesOnce(to: string): Promise<void> {
  smtp.does({})
  await start()
  await until('the message is sent', async () => {
    const { rows } = await client.query(
      `select d.state from notifications_delivery d join notifications_contact c on c.id = d.contact_id
         where c.value = $1`,
      [to],
    )
    return rows.length === 1 && (rows[0] as { state: string }).state === 'sent'
  })
  await new Promise(resolve => setTimeout(resolve, 3000))
  assert.is(smtp.idsFor(to).size, 1)
}
/** Holds a lock of another connection while `work` runs. */
async function locked(statement: string, work: () => Promise<void>): Promise<void> {
  const other = new pg.Client(database.url)
  await other.connect()
  try {
    await other.query('begin')
    await other.query(statement)
    await work()
  } finally {
    await other.end()
  }
}

test('44: killed while it writes who is told', async () => {
  const to = await listener()
  await locked('lock table notifications_delivery in share mode', async () => {
    await happens()
    await blocked('insert into notifications_delivery')
    await kill()
  })
  await arrivesOnce(to)
})

test('44: killed after it has written who is told, and before it begins to send', async () => {
  const to = await listener()
  await client.query('update notifications_event_rule set delay_sec = 6')
  await happens()
  await until('it is written', async () => {
    const { rows } = await client.query(`select from notifications_delivery where state = 'queued'`)
    return rows.length === 1
  })
  await client.query('update notifications_event_rule set delay_sec = 0')
  await locked('lock table notifications_contact in exclusive mode', async () => {
    await blocked('for update')
    await kill()
  })
  await arrivesOnce(to)
})

for (const stage of ['connect', 'mail', 'data', 'body'] as const)
  test(`44: killed while the mail server has not answered the step ${stage}`, async () => {
    const to = await listener()
    smtp.does({ [stage]: 'hang' })
    await happens()
    await until('the step is reached', () => smtp.reached(stage) > 0)
    await kill()
    await arrivesOnce(to)
  })

test('44: killed when the server has taken the message, and nobody knows it', async () => {
  const to = await listener()
  smtp.does({ body: 'taken-hang' })
  await happens()
  await until('the message is taken', () => smtp.idsFor(to).size > 0)
  await kill()
  await arrivesOnce(to)
  assert.is(smtp.taken.filter(mail => mail.to === to).length, 2, 'twice on the wire, with one Message-ID')
})

test('44: killed when it knows that the message was taken, and before it notes it', async () => {
  const to = await listener()
  let open!: () => void
  smtp.does({ connect: { gate: new Promise(resolve => (open = resolve)) } })
  await happens()
  await until('it connects', () => smtp.reached('connect') > 0)
  await locked(`select from notifications_delivery where state = 'sending' for update`, async () => {
    open()
    await until('the message is taken', () => smtp.idsFor(to).size > 0)
    await blocked('update "notifications_delivery"')
    await kill()
  })
  await arrivesOnce(to)
  assert.is(smtp.taken.filter(mail => mail.to === to).length, 2, 'twice on the wire, with one Message-ID')
})

test('44: killed with a hundred messages under way: each arrives, none under two ids', async () => {
  await client.query('update notifications_contact set enabled = false')
  await client.query(
    `insert into notifications_contact (user_id, type, value, severities)
     select 1, 'email', 'crowd-' || n || '@example.org', '{critical}' from generate_series(1, 100) n`,
  )
  smtp.does({})
  await happens()
  await until('some are taken', () => smtp.taken.filter(mail => mail.to.startsWith('crowd')).length >= 20, {
    everyMs: 5,
  })
  await kill()
  const before = smtp.taken.filter(mail => mail.to.startsWith('crowd')).length
  assert.ok(before < 100, `killed too late: ${before}`)
  await start()
  const state = async () => {
    const { rows } = await client.query<{ sent: number; all: number }>(
      `select count(*) filter (where d.state = 'sent')::int as sent, count(*)::int as all
       from notifications_delivery d join notifications_contact c on c.id = d.contact_id
       where c.value like 'crowd%'`,
    )
    return rows[0]!
  }
  await until('all are sent', async () => (await state()).sent === 100)
  assert.is((await state()).all, 100)
  const crowd = smtp.taken.filter(mail => mail.to.startsWith('crowd'))
  assert.is(new Set(crowd.map(({ to }) => to)).size, 100)
  assert.is(new Set(crowd.map(({ id }) => id)).size, 100)
  // Eight are sent at a time: no more than these can come again.
  assert.ok(crowd.length <= 108, `${crowd.length} on the wire`)
})
