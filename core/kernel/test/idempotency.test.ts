import { randomUUID } from 'node:crypto'
import { definePlugin, type ActionLog, type RecordedRun } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { Type as T } from 'typebox'
import type { Running } from '../src/index.ts'
import { things } from './support/things.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('cut requests with an Idempotency-Key')

/** What the log of these tests knows of each run. */
const runs = new Map<string, RecordedRun>()
/** Stands for the action log of `system`. */
const log = definePlugin({
  id: 'log',
  api: 1,
  config: T.Object({}),
  setup(ctx) {
    ctx.provide('action-log', {
      run: async (id: string) => runs.get(id) ?? null,
      operation: async () => {},
    } as Partial<ActionLog> as ActionLog)
  },
})

let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
test.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [log, things])
})
test.after(async () => {
  await run.stop()
  await db.drop()
})

interface Body {
  data: { count?: number; accepted?: boolean; verified?: boolean; evidence?: string }
  error?: { code: string; details: { path: string; record?: number; verify?: string }[] }
}
const reboot = async (key: string) => {
  const answer = await fetch(`${run.url}/api/v1/reboot/1`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', 'x-auth-key': 'key-of-all', 'idempotency-key': key },
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}
const recorded = (status: RecordedRun['status']): RecordedRun => ({
  id: 77,
  status,
  message: 'unknown, process ended',
  changes: [{ module: 'reboot', step: null, evidence: 'it is down' }],
})
/** A first request whose process was killed. Returns its run. */
async function cut(key: string, status: RecordedRun['status'] | null): Promise<string> {
  assert.is((await reboot(key)).status, 200)
  const id = randomUUID()
  await db.query(
    `update kernel_idempotency set status = null, answer = null, process_id = '${randomUUID()}',
       run_id = '${id}' where key = '${key}'`,
  )
  if (status) runs.set(id, recorded(status))
  return id
}
const count = async () => (await reboot(randomUUID())).body.data.count!

test('a cut Idempotency-Key that never reached the device does the work, once', async () => {
  await cut('never', null)
  const before = await count()
  const both = await Promise.all([reboot('never'), reboot('never')])
  // The other one waits or is told the same answer.
  assert.ok(both.every(({ status }) => status === 200 || status === 409))
  assert.is(await count(), before + 2)
  assert.is((await reboot('never')).headers.get('idempotency-replayed'), 'true')
})

test('a cut Idempotency-Key whose outcome is unknown is 502, and names the record and its verification', async () => {
  const id = await cut('unknown', 'UNKNOWN')
  const before = await count()
  const { status, body } = await reboot('unknown')
  assert.equal([status, body.error!.code], [502, 'DEVICE_OUTCOME_UNKNOWN'])
  const detail = body.error!.details.find(({ path }) => path === 'record')!
  assert.equal([detail.record, detail.verify], [77, 'POST /api/v1/logs/actions/77/verify'])
  assert.is(await count(), before + 1)

  runs.set(id, recorded('NOT_DONE'))
  assert.equal([(await reboot('unknown')).status, await count()], [200, before + 3])
})

test('a cut Idempotency-Key of a change that was made answers its outcome and changes nothing', async () => {
  await cut('done', 'DONE')
  await cut('lost answer', 'SUCCESS')
  const before = await count()
  const [done, lost] = [await reboot('done'), await reboot('lost answer')]
  assert.equal(
    [done.status, done.body.data, done.headers.get('idempotency-replayed')],
    [200, { accepted: true, evidence: 'it is down', verified: true }, 'true'],
  )
  assert.equal([lost.status, lost.body.data.verified], [200, false])
  assert.is(await count(), before + 1)
})

test('a key of a living process is 409, as before', async () => {
  assert.is((await reboot('living')).status, 200)
  await db.query(`update kernel_idempotency set status = null, answer = null where key = 'living'`)
  const { status, body } = await reboot('living')
  assert.equal([status, body.error!.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
})
